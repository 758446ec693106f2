import type { CSSProperties } from 'react'
import { useCantonTree } from '#modules/campus/web/CantonPicker.tsx'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import outingStyle from './outing.module.css'

/** Grid positions of the provinces from the north-west, by the first two digits of their codes (GB/T 2260): equal fields, so that small ones are visible. */
const FIELDS = [
  ['', '', '', '', '', '', '', '23'],
  ['', '', '', '', '15', '11', '21', '22'],
  ['65', '', '', '64', '14', '13', '12', ''],
  ['', '63', '62', '61', '41', '37', '', ''],
  ['', '54', '51', '50', '42', '34', '32', '31'],
  ['', '', '53', '52', '43', '36', '33', ''],
  ['', '', '', '', '45', '44', '35', '71'],
  ['', '', '', '', '46', '82', '81', ''],
].flatMap((row, y) => row.flatMap((digits, x) => (digits ? [{ code: `${digits}0000`, x, y }] : [])))
/** Short names have two characters, except these with three. */
const THREE = ['150000', '230000']
const shortened = (code: string, name: string): string => name.slice(0, THREE.includes(code) ? 3 : 2)

interface ProvinceMapProps {
  counts: ReadonlyArray<{ key: string; label: string; count: number }>
  /** Accessible label of the map. */
  label: string
  /** Code of the selected province. */
  chosen: string | undefined
  onPick: (code: string) => void
}
/** Students by province on a grid, darker for more. Provinces with students open their cities. */
export function ProvinceMap({ counts, label, chosen, onPick }: ProvinceMapProps) {
  const tree = useCantonTree()
  const names = new Map(tree.data?.map(p => [p.code, p.name]))
  const known = new Map(counts.map(c => [c.key, c]))
  const most = Math.max(1, ...counts.map(c => c.count))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
    <div className={outingStyle.map} role="group" aria-label={label}>
      {FIELDS.map(({ code, x, y }) => {
        const found = known.get(code)
        const name = found?.label ?? names.get(code) ?? ''
        const style = { gridColumn: x + 1, gridRow: y + 1, '--outing-share': (found?.count ?? 0) / most } as CSSProperties
        // a name of the national table, as the school reads it
        const text = <span translate="no">{shortened(code, name)}</span>
        if (!found)
          return (
            <div key={code} style={style} title={name}>
              {text}
            </div>
          )
        return (
          <button
            key={code}
            type="button"
            style={style}
            title={t('{{name}} {{n}} 人', { name, n: formatNumber(found.count) })}
            aria-pressed={code === chosen}
            onClick={() => onPick(code)}
          >
            {text} <b>{formatNumber(found.count)}</b>
          </button>
        )
      })}
    </div>
  )
}
