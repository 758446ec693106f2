import { schoolDate } from '#model/school-time.ts'
import { type Act, RowActs } from '#web/feedback/Acts.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { language, t } from '#web/i18n/index.ts'
import { Cards } from '#web/records/Cards.tsx'
import { Grid, type GridColumn } from '#web/records/Grid.tsx'
import style from './campus.module.css'

/** Classes with their staff: a table, or cards on phones. */
export function StaffRows({ rows, isLoading, acts }: { rows: ReadonlyArray<Omit<StaffRow, 'id'>> | undefined; isLoading: boolean; acts?: (row: StaffRow) => Act[] }) {
  const narrow = useNarrow()
  const columns: Array<GridColumn<StaffRow>> = [
    { key: 'className', title: t('班级'), width: 168, align: 'left', cell: r => r.className },
    { key: 'grade', title: t('年级'), width: 80, cell: r => r.grade },
    { key: 'departmentName', title: t('院系'), width: 160, cell: r => r.departmentName ?? '—' },
    { key: 'studentCount', title: t('人数'), width: 80, cell: r => r.studentCount },
    { key: 'fdy', title: t('辅导员'), width: 260, cell: r => <People people={r.fdy} /> },
    { key: 'bzr', title: t('班主任'), width: 160, cell: r => <People people={r.bzr} /> },
  ]
  const shared = { label: t('带班一览'), columns, isLoading, rows: (rows ?? []).map(r => ({ ...r, id: r.classId })) }
  if (!narrow) return <Grid<StaffRow> {...shared} actsWidth={language() === 'en' ? 320 : 210} {...(acts ? { acts: row => <RowActs acts={acts(row)} /> } : {})} />
  return (
    <Cards<StaffRow>
      {...shared}
      card={row => (
        <>
          <b>{row.className}</b>
          <div className="ql-quiet">{t('{{n}} 人', { n: row.studentCount })}</div>
          <div>
            {t('辅导员')} <People people={row.fdy} />
          </div>
          <div>
            {t('班主任')} <People people={row.bzr} />
          </div>
        </>
      )}
      {...(acts ? { acts: row => <RowActs acts={acts(row)} shown={1} /> } : {})}
    />
  )
}
interface Held {
  id: string
  teacherId: string
  name: string
  isPrimary: boolean
  load?: number
  over?: number
}
export interface StaffRow {
  id: string
  classId: string
  className: string
  grade: number
  departmentName: string | null
  studentCount: number
  fdy: readonly Held[]
  bzr: readonly Held[]
}
/** Hand-over and end where somebody is in office, appointment where nobody is. */
export function actsOf(
  row: StaffRow,
  add: ((initial: { classId: string; role: 'fdy' | 'bzr' }) => void) | undefined,
  handOverTo: ((initial: Readonly<Record<string, unknown>>) => void) | undefined,
  end: ((held: { id: string; name: string }) => void) | undefined,
): Act[] {
  const acts: Act[] = []
  for (const [role, people] of [
    ['fdy', row.fdy],
    ['bzr', row.bzr],
  ] as const) {
    const primary = people.find(p => p?.isPrimary)
    const label = role === 'fdy' ? t('辅导员') : t('班主任')
    if (primary && handOverTo)
      acts.push({
        label: t('交接{{label}}', { label }),
        onClick: () => handOverTo({ role, fromTeacherId: primary.teacherId, classIds: [row.classId], date: schoolDate(Date.now()) }),
      })
    if (primary && end) acts.push({ label: t('结束{{label}}', { label }), onClick: () => end(primary) })
    if (!primary && add) acts.push({ label: t('安排{{label}}', { label }), onClick: () => add({ classId: row.classId, role }) })
  }
  return acts
}
/** 王海 212 人 超 12 人 */
function People({ people }: { people: readonly Held[] }) {
  if (!people.length) return <span className={style.warn}>{t('暂无')}</span>
  return (
    <>
      {people.map(p => (
        <span key={p.id} className={style.person}>
          {p.name}
          {p.isPrimary ? null : <small>{t('协助')}</small>}
          {p.load === undefined ? null : (
            <small className={p.over ? style.warn : ''}>{p.over ? t('{{n}} 人，超 {{over}} 人', { n: p.load, over: p.over }) : t('{{n}} 人', { n: p.load })}</small>
          )}
        </span>
      ))}
    </>
  )
}
