import { formatNumber, MISSING } from '#web/values/format.ts'

interface Row {
  head: string
  rates: ReadonlyArray<{ rate: number | null } | null>
}
/** Rates by column: the deeper the colour, the higher; the number stands in each cell, so that colour alone says nothing. */
export function RateTable({ label, columns, rows }: { label: string; columns: readonly string[]; rows: readonly Row[] }) {
  const known = rows.flatMap(r => r.rates.flatMap(cell => cell?.rate ?? []))
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const depth = (rate: number): number => 0.08 + (high > low ? ((rate - low) / (high - low)) * 0.5 : 0.25)
  return (
    <table className="ql-wall-rates" aria-label={label}>
      <thead>
        <tr>
          <td />
          {columns.map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ head, rates }) => (
          <tr key={head}>
            <th scope="row">{head}</th>
            {columns.map((name, n) => {
              const rate = rates[n]?.rate ?? null
              return (
                <td key={name} style={rate === null ? {} : { background: `rgba(75, 134, 232, ${depth(rate).toFixed(2)})` }}>
                  {rate === null ? MISSING : formatNumber(rate, 1)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
