export interface Given {
  by: string
  mean: number
}
const SIGMAS = 2
/** Minimum sample size. */
const LEAST = 5

/** 20-DI4: checkers whose mean deviates more than two standard deviations from that of all. */
export function deviating(given: readonly Given[]): string[] {
  if (given.length < LEAST) return []
  const mean = given.reduce((sum, g) => sum + g.mean, 0) / given.length
  const sigma = Math.sqrt(given.reduce((sum, g) => sum + (g.mean - mean) ** 2, 0) / given.length)
  return sigma ? given.filter(g => Math.abs(g.mean - mean) > SIGMAS * sigma).map(g => g.by) : []
}
