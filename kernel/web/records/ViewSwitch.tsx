import { Suspense } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { t } from '#web/i18n/index.ts'
import { useOwnParams } from './useOwnParams.ts'

/** A view of a list: its Chinese name, its filter and its order. */
interface ListView {
  label: string
  where?: Readonly<Record<string, unknown>>
  sort?: readonly string[]
}
/** Views by their code: a Chinese name, or what a list is in that view. */
type Views<V extends string> = Readonly<Record<V, string | ListView>>
export interface ShownView<V extends string = string> extends Pick<ViewOptions<V>, 'label' | 'noteOf'> {
  views: Views<V>
  /** Codes of those the reader may see, in their order. */
  codes: readonly V[]
  view: V
  /** Turns to another view; the rest of the address stays. */
  show(view: V): void
}
interface ViewOptions<V extends string> {
  /** Accessible name of the switch. */
  label?: string
  /** Follows the name of a view, such as a count. */
  noteOf?(view: V): string
  /** Its name in the address. */
  param?: string
  /** The view of an address without it; by default the first. */
  first?: V
  /** Leaves out what the reader must not see. */
  may?(view: V): boolean
}
/** The view the address names, else the first one, which the address leaves out. */
export function useView<V extends string>(views: Views<V>, { param = 'view', first, may = () => true, ...drawn }: ViewOptions<NoInfer<V>> = {}): ShownView<V> {
  const [params, , put] = useOwnParams()
  const all = Object.keys(views) as V[]
  const codes = all.filter(may)
  const usual = first ?? codes[0] ?? (all[0] as V)
  return {
    ...drawn,
    views,
    codes,
    view: codes.find(code => code === params.get(param)) ?? usual,
    show: view => put({ [param]: view === usual ? undefined : view }),
  }
}
// most lists have no views: they load without it
const Segments = lazily(() => import('./Segments.tsx'))
/** Switch between the views of a page. */
export const ViewSwitch = <V extends string>({ of: { views, codes, view, show, label, noteOf = () => '' } }: { of: ShownView<V> }) => (
  <Suspense fallback={<span className="ql-views-place" />}>
    <Segments
      value={view}
      {...(label ? { 'aria-label': label } : {})}
      options={codes.map(value => ({ value, label: `${t(nameOf(views[value]))}${noteOf(value)}` }))}
      onChange={value => show(value as V)}
    />
  </Suspense>
)
const nameOf = (view: string | ListView): string => (typeof view === 'string' ? view : view.label)
/** What a list is in the view shown: its filter and its order. */
export const listView = ({ views, view }: ShownView): Partial<ListView> => {
  const shown = views[view]
  return typeof shown === 'object' ? shown : {}
}
