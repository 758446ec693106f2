/** The customer's greeting by the hour of the day. */
export function greeting(hour: number): string {
  const until: ReadonlyArray<readonly [number, string]> = [
    [6, '凌晨好'],
    [9, '早上好'],
    [12, '上午好'],
    [14, '中午好'],
    [17, '下午好'],
    [19, '傍晚好'],
    [22, '晚上好'],
  ]
  return until.find(([end]) => hour < end)?.[1] ?? '夜深了'
}
