import { useQuery } from '@tanstack/react-query'
import { Cascader } from 'antd'
import { useMemo } from 'react'
import { HOUR_MS } from '#model/days.ts'
import type { DrawnInput } from '#web/forms/layout.ts'
import { get } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { useRead } from '#web/records/useRead.ts'
import { actionAddress, entityKey } from '#web/values/address.ts'
import { type CantonNode, cantonOf, cantonTree } from '../model/canton-actions.ts'
import style from './campus.module.css'

interface Option {
  value: string
  label: string
  children?: Option[]
}
const optionsOf = (nodes: readonly CantonNode[]): Option[] => nodes.map(n => ({ value: n.code, label: n.name, ...(n.children ? { children: optionsOf(n.children) } : {}) }))
/** Path to a code in the tree; a code without children repeats. */
function pathTo(options: readonly Option[], code: string): string[] | undefined {
  for (const o of options) {
    const below = pathTo(o.children ?? [], code)
    if (below) return [o.value, ...below]
    if (o.value === code && !o.children) return [o.value]
  }
  return undefined
}
/** Regions in force; the browser caches them by ETag. */
export const useCantonTree = () =>
  useQuery({
    queryKey: [...entityKey('canton'), 'tree'],
    queryFn: ({ signal }) => get<CantonNode[]>(actionAddress(cantonTree), {}, { signal, quiet: true }),
    staleTime: HOUR_MS,
    meta: { inPlace: true },
  })

type Props = Pick<DrawnInput, 'id' | 'disabled' | 'status' | 'describedBy'> & { value: unknown; onChange: (code: string | null) => void }
/** Region picker by level or by search. An abolished code is shown with its successor (BG1). */
export default function CantonPicker({ value, onChange, describedBy, ...rest }: Props) {
  const tree = useCantonTree()
  const options = useMemo(() => optionsOf(tree.data ?? []), [tree.data])
  const code = typeof value === 'string' && value ? value : undefined
  const path = useMemo(() => (code ? pathTo(options, code) : undefined), [options, code])
  const old = useRead(cantonOf, { code: code ?? '' }, { enabled: code !== undefined && tree.data !== undefined && !path }).data
  return (
    <>
      <Cascader<Option>
        {...rest}
        className="ql-wide"
        options={options}
        value={path ?? (code ? [code] : [])}
        displayRender={labels => (path ? [...new Set(labels)].join(' / ') : (old?.fullName ?? code ?? ''))}
        onChange={next => onChange(next?.at(-1) ?? null)}
        loading={tree.isPending}
        allowClear
        classNames={{ popup: { root: classes(style.regions) } }}
        showSearch={{ limit: 50, matchInputWidth: false }}
        placeholder={t('省 / 市 / 县')}
        {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      />
      {old?.isKnown ? (
        <p className="ql-help">
          {old.successorName ? t('{{name}}已撤并，现为{{successor}}', { name: old.fullName, successor: old.successorName }) : t('{{name}}已撤并', { name: old.fullName })}
        </p>
      ) : null}
      {code && old && !old.isKnown ? <p className="ql-help">{t('代码 {{code}} 不在行政区划里，请核对', { code })}</p> : null}
    </>
  )
}
