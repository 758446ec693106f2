import { Segmented } from 'antd'
import { t } from '#web/i18n/index.ts'
import { useOwnParams } from './useOwnParams.ts'

/** Chinese names of views by their code; of a list with filters of its own, the name is a part of what the view is. */
type Views<V extends string> = Readonly<Record<V, string | { label: string }>>
interface Shown<V extends string> {
  views: Views<V>
  /** Codes of those the reader may see, in their order. */
  codes: readonly V[]
  view: V
  /** Turns to another view; the rest of the address stays. */
  show(view: V): void
}
interface ViewOptions<V extends string> {
  /** Its name in the address. */
  param?: string
  /** The view of an address without it; by default the first. */
  first?: NoInfer<V>
  /** Leaves out what the reader must not see. */
  may?: (view: V) => boolean
}
/** The view the address names, else the first one, which the address leaves out. */
export function useView<V extends string>(views: Views<V>, { param = 'view', first, may = () => true }: ViewOptions<V> = {}): Shown<V> {
  const [params, , put] = useOwnParams()
  const all = Object.keys(views) as V[]
  const codes = all.filter(may)
  const usual = first ?? codes[0] ?? (all[0] as V)
  return {
    views,
    codes,
    view: codes.find(code => code === params.get(param)) ?? usual,
    show: view => put({ [param]: view === usual ? undefined : view }),
  }
}
interface ViewSwitchProps<V extends string> {
  of: Shown<V>
  label?: string
  /** Follows the name, such as a count. */
  noteOf?: (view: V) => string
}
/** Switch between the views of a page. */
export const ViewSwitch = <V extends string>({ of: { views, codes, view, show }, label, noteOf = () => '' }: ViewSwitchProps<V>) => (
  <Segmented
    value={view}
    {...(label ? { 'aria-label': label } : {})}
    options={codes.map(value => ({ value, label: `${t(nameOf(views[value]))}${noteOf(value)}` }))}
    onChange={show}
  />
)
const nameOf = (view: string | { label: string }): string => (typeof view === 'string' ? view : view.label)
