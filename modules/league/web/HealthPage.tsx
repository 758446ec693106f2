import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { formatDate, MISSING } from '#web/values/format.ts'
import { FAULTS, type Fault, LEAVING, leavingList, MENDABLE, mendRoster, rosterHealth } from '../model/health.ts'
import { leaveLeague } from '../model/member.ts'

const VIEWS = { health: '名册体检', ...LEAVING } as const
const CHANGES = ['leagueTransfer']

/** 团费管理 → 名册体检: roster and student records compared, mended by one press; who is to leave. */
export default function HealthPage() {
  const views = useView(VIEWS)
  return (
    <Page title={t('名册体检')} views={<ViewSwitch of={views} />}>
      {views.view === 'health' ? <Health /> : <Leaving key={views.view} of={views.view} />}
    </Page>
  )
}
function Health() {
  const [params, , put] = useOwnParams()
  const fault = params.get('fault') as Fault | null
  const read = useRead(rosterHealth, fault ? { fault } : {}, { keeps: true })
  return (
    <Loaded of={read}>
      {data => (
        <>
          <Figures label={t('名册体检')}>{data.counts.map(c => (c ? <Figure key={c.fault} label={t(FAULTS[c.fault])} value={c.n} to={`?fault=${c.fault}`} /> : null))}</Figures>
          <Sheet isBare>
            <PlainTable
              label={t('名单')}
              rows={data.rows}
              keyOf={r => `${r.fault} ${r.studentId}`}
              empty={t('名册和学籍一致')}
              isCardsOnPhone
              columns={[
                [t('姓名'), r => r.name, { isHead: true }],
                [t('学号'), r => r.studentNo ?? MISSING],
                [t('班级'), r => r.className ?? MISSING],
                [t('问题'), r => t(FAULTS[r.fault])],
                [t('名册'), r => r.has ?? MISSING],
                [t('学籍'), r => r.should ?? MISSING],
                [t('办理'), r => <Mend fault={r.fault} studentId={r.studentId} onDone={() => put({ fault })} />],
              ]}
            />
          </Sheet>
        </>
      )}
    </Loaded>
  )
}
function Mend({ fault, studentId, onDone }: { fault: Fault; studentId: string; onDone: () => void }) {
  if (!MENDABLE.includes(fault)) return <span className="ql-quiet">{t('人工核对')}</span>
  if (fault === 'missing') return <FormButton of={mendRoster} input={{ studentId, fault }} note={t('补进所在班级的团支部。')} onDone={onDone} />
  return <ActionButton of={mendRoster} input={{ studentId, fault }} changes={CHANGES} onDone={onDone} />
}
function Leaving({ of }: { of: keyof typeof LEAVING }) {
  const read = useRead(leavingList, { of })
  return (
    <Loaded of={read}>
      {data => (
        <Sheet isBare>
          <PlainTable
            label={t(LEAVING[of])}
            rows={data}
            keyOf={r => r.memberId}
            empty={t('没有这样的团员')}
            isCardsOnPhone
            columns={[
              [t('姓名'), r => r.name, { isHead: true }],
              [t('学号'), r => r.studentNo ?? MISSING],
              [t('班级'), r => r.className ?? MISSING],
              [t('团支部'), r => r.branch],
              [of === 'overAge' ? t('满龄日期') : t('预计毕业'), r => formatDate(r.on)],
              [t('办理'), r => <FormButton of={leaveLeague} input={{ id: r.memberId }} initial={{ leftCause: of === 'overAge' ? 'age' : 'graduation' }} danger />],
            ]}
          />
        </Sheet>
      )}
    </Loaded>
  )
}
