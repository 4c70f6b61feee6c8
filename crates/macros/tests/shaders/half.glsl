const float HALF = 0.5;
