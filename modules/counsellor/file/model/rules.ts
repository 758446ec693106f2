/** What staffing of a place is counted from. */
export interface Heads {
  students: number
  fullTime: number
  partTime: number
}
const TENTHS = 10
/** 50-CW1: students for each whole post, part-time counsellors being a share of one, and how many whole posts are missing to the ratio. */
export function staffingOf({ students, fullTime, partTime }: Heads, ratio: number, partTimePer: number) {
  // counted in shares, so that three thirds are exactly one post
  const shares = fullTime * partTimePer + partTime
  const missing = Math.ceil(students / ratio - shares / partTimePer - 1e-9)
  return {
    posts: Math.round((shares / partTimePer) * 100) / 100,
    perPost: shares ? Math.round(((students * partTimePer) / shares) * TENTHS) / TENTHS : null,
    shortage: Math.max(0, missing),
  }
}
