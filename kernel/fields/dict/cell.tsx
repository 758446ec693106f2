import type { Dictionary } from '#model'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { type FieldCell, labelled, type Shown } from '../field-cell.tsx'

export const cell: FieldCell = shown => {
  const { dictionary } = shown.field.options
  return dictionary ? <DictLabel of={dictionary} shown={shown} /> : String(shown.value)
}
const DictLabel = ({ of, shown }: { of: Dictionary; shown: Shown }) => labelled(shown, dictLabel(useDict(of), String(shown.value)))
