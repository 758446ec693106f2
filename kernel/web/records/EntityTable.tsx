import { type ReactNode, useMemo, useRef } from 'react'
import type { Entity, Verb } from '#model'
import { type Act, type Acts, flatActs, RowActs, widthOfActs } from '#web/feedback/Acts.tsx'
import { Empty, LoadFailed, NothingFound } from '#web/feedback/Empty.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import type { EntityFormProps } from '#web/forms/EntityForm.tsx'
import { FormPlace, useFormPlace } from '#web/forms/form-place.ts'
import { manyOf, oneOf, t } from '#web/i18n/index.ts'
import { useSession } from '#web/session/useCan.ts'
import { formatNumber } from '#web/values/format.ts'
import { allowedActs, allows } from './abilities.ts'
import { BatchBar } from './BatchBar.tsx'
import { Cards } from './Cards.tsx'
import { ColumnSettings, useColumnChoice } from './ColumnSettings.tsx'
import { type CardFacts, type Column, type ColumnOf, chosenColumns, resolveColumns, type Shown } from './columns.ts'
import { FieldValue } from './FieldValue.tsx'
import { FilterBar } from './FilterBar.tsx'
import { type FilterSpec, resolveFilters } from './filters.ts'
import { ListFrame, Refetching } from './frames.tsx'
import { Grid, type GridColumn } from './Grid.tsx'
import { Pager } from './Pager.tsx'
import { nextSort } from './query.ts'
import type { DetailOptions } from './RecordDetail.tsx'
import { TitleLine } from './TitleLine.tsx'
import { type EntityList, useEntityList } from './useEntityList.ts'
import { useFillHeight } from './useFillHeight.ts'
import { useLastPage } from './useLastPage.ts'
import { type Selection, useSelection } from './useSelection.ts'
import { useTableKeys } from './useTableKeys.ts'
import { useVerbs, type Verbs } from './useVerbs.tsx'
import { listView, type ShownView, ViewSwitch } from './ViewSwitch.tsx'
import './records.css'

export interface EntityTableProps<E extends Entity> {
  of: E
  columns: ReadonlyArray<ColumnOf<E>>
  filters?: ReadonlyArray<string | FilterSpec>
  /** Fixed filters of the screen; also preset in new rows. */
  where?: Readonly<Record<string, unknown>>
  defaultSort?: readonly string[]
  /** Defaults to the entity's label; `false` if the page has its own heading. */
  title?: ReactNode | false
  /** The list is a part of a page that has a title of its own. */
  isPart?: boolean
  /** Summary between title and list. */
  lead?: ReactNode
  /** Views of the list as `useView` gives them: their switch stands beside the title, each has its filter and order. Or a switch that belongs to the page. */
  views?: ShownView | ReactNode
  /** Additional buttons before 导入, 导出 and 新增. */
  toolbar?: ReactNode
  /** Record verbs the screen offers; permissions decide which are rendered. */
  verbs?: readonly Verb[]
  /** Layout, initial values and size of the form. */
  form?: Pick<EntityFormProps<E>, 'layout' | 'initial' | 'size'>
  /** Content of the detail panel; `false` for none. */
  detail?: DetailOptions<Shown<E>> | false
  /** Navigates instead of opening the panel. */
  onOpen?: (row: Shown<E>) => void
  /** Row actions of this screen, before 修改 and 删除. One with `of`, such as a button of an action, is hidden without its permission and where the row denies it. */
  rowActions?: (row: Shown<E>) => Acts
  batchActions?: (rows: ReadonlyArray<Shown<E>>, clear: () => void) => ReactNode
  /** Columns that matter on a phone, besides the first one and the state; hidden ones, too. */
  facts?: CardFacts
  /** Card content on phones. */
  phoneCard?: (row: Shown<E>) => ReactNode
}
const NO_FILTERS: readonly never[] = []

interface ListProps<E extends Entity> extends EntityTableProps<E> {
  views?: ReactNode
}
const isShownView = (views: ShownView | ReactNode): views is ShownView => typeof views === 'object' && views !== null && 'codes' in views

/** Complete list of records. If it does not fit a screen, use `useEntityList` and `Grid` directly. */
export function EntityTable<E extends Entity>({ views, ...props }: EntityTableProps<E>) {
  if (!isShownView(views)) return <List {...props} views={views} />
  const { where, sort } = listView(views)
  return <List key={views.view} {...(sort ? { defaultSort: sort } : {})} {...props} where={{ ...where, ...props.where }} views={<ViewSwitch of={views} />} />
}
function List<E extends Entity>(props: ListProps<E>) {
  const { of, where, defaultSort, title = manyOf(of) } = props
  const filters = useMemo(() => resolveFilters(of, props.filters ?? NO_FILTERS), [of, props.filters])
  const names = useMemo(() => filters.map(f => f.field), [filters])
  const list = useEntityList(of, { filters: names, ...(where ? { where } : {}), ...(defaultSort ? { sort: defaultSort } : {}) })
  const selection = useSelection<Shown<E>>(JSON.stringify(list.search))
  const verbs = useVerbs({ ...props, list, onRemoved: selection.clear })
  const [choice, choose] = useColumnChoice(`${of.module}.${of.name}`)
  const all = resolveColumns(of, props.columns)
  const narrow = useNarrow()
  const columns = gridColumns(of, narrow && props.facts ? all : chosenColumns(all, choice), verbs.open)
  const asked = useFormPlace()
  const sheet = useRef<HTMLDivElement>(null)
  useFillHeight(sheet, !narrow)
  useTableKeys(sheet, selection.count ? selection.clear : undefined)
  useLastPage(list)
  const removable = verbs.removeMany ? selection.rows.filter(row => allows(row, 'remove')) : []
  const isSelectable = Boolean(props.batchActions) || verbs.removeMany !== undefined
  return (
    <FormPlace value={asked.open}>
      <section className="ql-list-page">
        {title === false ? null : <TitleLine title={title} level={props.isPart ? 'h2' : 'h1'} views={props.views} toolbar={props.toolbar} verbs={verbs} label={oneOf(of)} />}
        {props.lead}
        <ListFrame ref={sheet}>
          <FilterBar
            of={of}
            filters={filters}
            state={list.state}
            change={list.change}
            clear={list.clear}
            conditions={list.conditions}
            aside={
              <>
                {list.isFirstLoad || list.error ? null : <span role="status">{t('共 {{total}} 条', { total: formatNumber(list.total) })}</span>}
                {narrow ? null : <ColumnSettings columns={all} choice={choice} onChoose={choose} />}
              </>
            }
          />
          {selection.count ? <BatchBar selection={selection} acts={props.batchActions} removeMany={removable.length ? () => verbs.removeMany?.(removable) : undefined} /> : null}
          <Refetching is={list.isRefetching} />
          <Body {...{ props, list, columns, selection, verbs, narrow, isSelectable }} />
          {list.error && !list.rows.length ? null : <Pager state={list.state} total={list.total} hasMore={list.hasMore} onChange={list.change} />}
        </ListFrame>
        {verbs.dialogs}
        {asked.form}
      </section>
    </FormPlace>
  )
}

interface BodyProps<E extends Entity> {
  props: ListProps<E>
  list: EntityList<Shown<E>>
  columns: ReadonlyArray<GridColumn<Shown<E>>>
  selection: Selection<Shown<E>>
  verbs: Verbs<Shown<E>>
  narrow: boolean
  isSelectable: boolean
}
function Body<E extends Entity>({ props, list, columns, selection, verbs, narrow, isSelectable }: BodyProps<E>) {
  const label = manyOf(props.of)
  const { can } = useSession()
  if (list.error) return <LoadFailed error={list.error} at={list.failedAt} onRetry={list.reload} />
  if (!list.isFirstLoad && !list.rows.length) return list.conditions ? <NothingFound label={label} conditions={list.conditions} onClear={list.clear} /> : <Empty />
  const actsOf = (row: Shown<E>) => [...allowedActs(props.of, row, flatActs(props.rowActions?.(row)), can), ...verbs.actsOf(row)]
  const hasActs = list.rows.some(row => actsOf(row).length)
  const shared = {
    label,
    columns,
    rows: list.rows,
    isLoading: list.isFirstLoad,
    ...(isSelectable ? { selected: selection.ids, onSelect: selection.select } : {}),
  }
  if (narrow) {
    const stateKey = (columns.find(c => /^(state|status|isEnabled)$/.test(c.key)) ?? columns.find(c => c.isState))?.key
    return (
      <Cards<Shown<E>>
        {...shared}
        {...(stateKey ? { stateKey } : {})}
        {...(props.facts ? { facts: props.facts } : {})}
        {...(props.phoneCard ? { card: props.phoneCard } : {})}
        {...(hasActs ? { acts: row => <RowActs acts={actsOf(row)} shown={1} /> } : {})}
      />
    )
  }
  return (
    <Grid<Shown<E>>
      {...shared}
      sort={list.state.sort}
      onSort={field => list.change({ sort: nextSort(list.state.sort, field) })}
      {...(hasActs || list.isFirstLoad ? { acts: row => <RowActs acts={actsOf(row)} />, actsWidth: widthOfActs(list.rows.map(actsOf)) } : {})}
      {...(verbs.open ? { onOpen: verbs.open } : {})}
    />
  )
}
/** Where the first column is a number of somebody whom the row refers to, such as a student's: the column with their name. */
function whoseNumber(columns: ReadonlyArray<Pick<Column<unknown>, 'key' | 'field'>>): string | undefined {
  const { computed, format } = columns[0]?.field?.options ?? {}
  return computed && format === 'code' ? columns.find(c => c.field?.kind === 'ref')?.key : undefined
}
/** Columns with cell renderers; the first column opens the row. */
function gridColumns<E extends Entity>(of: E, columns: ReadonlyArray<Column<Shown<E>>>, open: ((row: Shown<E>) => void) | undefined): Array<GridColumn<Shown<E>>> {
  return columns.map((column, at) => {
    const { render, tones } = column
    const cell = render ?? ((row: Shown<E>) => <FieldValue of={of} name={column.key} row={row as unknown as { id: string }} {...(tones ? { tones } : {})} />)
    const isLink = at === 0 && open && !render
    const namedBy = at === 0 ? whoseNumber(columns) : undefined
    return {
      key: column.key,
      title: column.title,
      width: column.width,
      least: column.least,
      align: at === 0 ? (render ? column.align : 'left') : column.align,
      sortable: column.sortable,
      isState: tones !== undefined,
      ...(namedBy ? { namedBy } : {}),
      cell: isLink
        ? row => (
            <button type="button" className="ql-link" onClick={() => open(row)}>
              {cell(row)}
            </button>
          )
        : cell,
    }
  })
}

export type { Act }
