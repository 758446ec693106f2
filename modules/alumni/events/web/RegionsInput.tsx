import { Select } from 'antd'
import { useCantonTree } from '#modules/campus/web/CantonPicker.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'

type Props = Pick<DrawnInput, 'id' | 'disabled' | 'status'> & { value: unknown; onChange: (codes: string[]) => void }
/** Provinces, of which several may be chosen. */
export function RegionsInput({ value, onChange, ...rest }: Props) {
  const tree = useCantonTree()
  return (
    <Select
      {...rest}
      className="ql-wide"
      mode="multiple"
      optionFilterProp="label"
      options={(tree.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={onChange}
      loading={tree.isPending}
    />
  )
}
