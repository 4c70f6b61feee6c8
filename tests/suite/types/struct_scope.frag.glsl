#version 450
// client: vulkan
// A local struct hides a global one of the same name.
struct Item { float a; };
layout(location = 0) in float x;
layout(location = 0) out vec2 o;

float total(Item i) { return i.a; }

void main()
{
    Item outer = Item(x);
    o.x = total(outer);
    {
        struct Item { int n; bool b; };
        Item inner = Item(int(x), x > 0.5);
        o.y = inner.b ? float(inner.n) : -1.0;
    }
}
