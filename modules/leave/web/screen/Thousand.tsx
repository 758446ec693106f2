const [COLUMNS, ROWS] = [50, 20]
const [STEP_X, STEP_Y, WIDE, HIGH] = [16.5, 10.5, 13, 7]
const square = (i: number): string => `M${((i % COLUMNS) * STEP_X).toFixed(1)} ${(Math.floor(i / COLUMNS) * STEP_Y).toFixed(1)}h${WIDE}v${HIGH}h-${WIDE}z`
const squares = (from: number, to: number): string => Array.from({ length: Math.max(0, to - from) }, (_, n) => square(from + n)).join('')

/** The school as a thousand dots: shares away in the city and beyond. */
export function Thousand({ away, beyond, label }: { away: number; beyond: number; label: string }) {
  const lit = Math.min(COLUMNS * ROWS, Math.round(away))
  const far = Math.min(lit, Math.round(beyond))
  return (
    <svg className="ql-wall-thousand" width={COLUMNS * STEP_X} height={ROWS * STEP_Y} role="img" aria-label={label}>
      <path data-mark="blue" d={squares(0, far)} />
      <path data-mark="qing" d={squares(far, lit)} />
      <path d={squares(lit, COLUMNS * ROWS)} />
    </svg>
  )
}
