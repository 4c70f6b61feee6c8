#version 450
// client: vulkan
// Every operation that a constant expression may apply to specialisation constants, and arrays of such lengths.
layout(constant_id=0) const int A = 3;
layout(constant_id=1) const uint B = 4u;
layout(constant_id=2) const float F = 1.5;
layout(constant_id=3) const bool G = true;
layout(constant_id=4) const double D = 2.5;
const ivec3 v = ivec3(A, A+1, int(B));
const int n = v.x * v.y - v.z;
const ivec2 sw = v.zy;
const bool cmp = A < 3 && G || B >= 2u ^^ !G;
const int tern = G ? A : -A;
const ivec3 tv = G ? v : ivec3(1);
const int sh = (A << 2) >> 1 | 5 & ~A ^ 7;
const uint us = B >> 1u;
const uint uc = uint(A) % 3u + uint(G);
const int bc = int(G) + int(cmp);
const float f2 = F;
const bool bf = bool(A);
const bvec2 bv = bvec2(v.xy);
struct S { int a; ivec2 b; };
const S s = S(A, ivec2(A, 2));
const int sm = s.b.x + s.a;
const int arr[3] = int[3](A, 2, n);
const int ai = arr[0] + arr[2];
const int len = arr.length() + A;
int big[A * 2 + 1];
float tern_arr[G ? 4 : 2];
int fromvec[v.y];
const int bl = big.length();
const mat2 mm = mat2(F);
const bool notg = !G;
const bvec3 lt = lessThan(v, ivec3(2));
const int el = fromvec.length() * 2;
layout(location=0) out vec4 c;
struct Q { float a[A]; };
void main() {
  float loc[n > 2 ? n : 3];
  float two[A][2];
  Q q;
  for (int i = 0; i < A; i++) { loc[i] = float(i); q.a[i] = loc[i]; two[i][1] = 2.0; big[i] = i; }
  c = vec4(n + sw.x + tern + tv.y + sh + int(us) + int(uc) + bc, f2 + mm[0][0], float(bf) + float(bv.y) + float(cmp), float(sm + ai + len + bl + el));
  c += vec4(loc[1], two[1][1], float(notg) + float(lt.z), q.a.length()+loc.length()+two.length()+ two[0].length()) + tern_arr[1] + float(big[2]) + float(fromvec[1]);
  switch (A) { case 3: c.x = 1.0; break; default: c.y += 2.0; }
}
