// Glicko-2 (Mark Glickman, 2012): a rating, how sure it is, and how steady the player is, after games of known opponents.

export type Rating = { rating: number; deviation: number; volatility: number };
export type Result = { rating: number; deviation: number; score: number };

/** One step of the inner scale, in points. */
const SCALE = 173.7178;
/** How much the volatility may change; Glickman suggests 0.3 to 1.2. */
const TAU = 0.5;
const PRECISION = 1e-6;

const weight = (phi: number) => 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));

/** The chance to win, draws counted half. */
export function expected(own: Pick<Rating, "rating">, other: Pick<Rating, "rating" | "deviation">): number {
  return 1 / (1 + Math.exp((-weight(other.deviation / SCALE) * (own.rating - other.rating)) / SCALE));
}

/** The rating after some games of one period, by the steps of the paper. `middle` is the rating that the inner scale calls 0. */
export function rated(own: Rating, results: readonly Result[], middle = 1500): Rating {
  const mu = (own.rating - middle) / SCALE;
  const phi = own.deviation / SCALE;
  if (results.length === 0) return { ...own, deviation: SCALE * Math.hypot(phi, own.volatility) };
  // Steps 3 and 4: the variance of what the games say, and the improvement that they suggest.
  let information = 0,
    surplus = 0;
  for (const { rating, deviation, score } of results) {
    const g = weight(deviation / SCALE);
    const e = 1 / (1 + Math.exp(-g * (mu - (rating - middle) / SCALE)));
    information += g * g * e * (1 - e);
    surplus += g * (score - e);
  }
  const variance = 1 / information;
  const delta = variance * surplus;
  const volatility = steadiness(phi, own.volatility, variance, delta);
  // Steps 6 to 8: the new deviation and rating.
  const before = Math.hypot(phi, volatility);
  const after = 1 / Math.sqrt(1 / (before * before) + information);
  return { rating: middle + SCALE * (mu + after * after * surplus), deviation: SCALE * after, volatility };
}

/** Step 5: the new volatility, by the Illinois algorithm. */
function steadiness(phi: number, sigma: number, variance: number, delta: number): number {
  const a = Math.log(sigma * sigma);
  const f = (x: number) => {
    const e = Math.exp(x);
    const d = phi * phi + variance + e;
    return (e * (delta * delta - d)) / (2 * d * d) - (x - a) / (TAU * TAU);
  };
  let low = a,
    high: number;
  if (delta * delta > phi * phi + variance) high = Math.log(delta * delta - phi * phi - variance);
  else {
    let k = 1;
    while (f(a - k * TAU) < 0) k++;
    high = a - k * TAU;
  }
  let fLow = f(low),
    fHigh = f(high);
  while (Math.abs(high - low) > PRECISION) {
    const next = low + ((low - high) * fLow) / (fHigh - fLow);
    const fNext = f(next);
    if (fNext * fHigh <= 0) [low, fLow] = [high, fHigh];
    else fLow /= 2;
    [high, fHigh] = [next, fNext];
  }
  return Math.exp(low / 2);
}
