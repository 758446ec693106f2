const two = (n: number): string => String(n).padStart(2, '0')
/** Remaining time: days and hours while far, minutes and seconds when near. */
export function spanOf(ms: number): { days: number; text: string } {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const [days, rest] = [Math.floor(seconds / 86_400), seconds % 86_400]
  const [hours, minutes] = [Math.floor(rest / 3600), Math.floor((rest % 3600) / 60)]
  return { days, text: days || hours ? `${two(hours)}:${two(minutes)}:${two(rest % 60)}` : `${minutes}:${two(rest % 60)}` }
}
