import { TERMS } from '#modules/campus/model/calendar.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { CAP_NOTES } from '../model/caps.ts'
import { growthCategory } from '../model/dictionaries.ts'
import { myLedger } from '../model/my-ledger.ts'
import { objectionStates } from '../model/objection.ts'
import { objecting } from '../model/objection-application.ts'

type Mine = AnswerOf<typeof myLedger>
type Entry = NonNullable<Mine['entries'][number]>
/** 我的成长台账: what counts by category, and each entry with its source, who confirmed it and why less counts. */
export default function MinePage() {
  return (
    <StudentsOnly title={t('我的成长台账')} otherwise={t('当前账号不是学生，没有自己的成长台账')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myLedger, {})
  return (
    <Page title={t('我的成长台账')} width="form">
      <Loaded of={read}>
        {data =>
          data.entries.length ? (
            <Stack>
              <Totals of={data} />
              <Terms of={data.entries.flatMap(e => e ?? [])} />
            </Stack>
          ) : (
            <Empty title={t('台账里还没有记录')}>{t('参加的活动和志愿服务结束后，主办单位会记进来。')}</Empty>
          )
        }
      </Loaded>
    </Page>
  )
}
function Totals({ of }: { of: Mine }) {
  const category = useDict(growthCategory)
  return (
    <Sheet title={t('计入合计')}>
      <PlainTable
        label={t('计入合计')}
        rows={of.totals.flatMap(r => r ?? [])}
        keyOf={r => r.category}
        columns={[
          [t('类别'), r => dictLabel(category, r.category), { isHead: true }],
          [t('时长（小时）'), r => r.hours, { isNumber: true }],
          [t('积分'), r => r.points, { isNumber: true }],
        ]}
      />
    </Sheet>
  )
}
function Terms({ of }: { of: readonly Entry[] }) {
  const category = useDict(growthCategory)
  return [...Map.groupBy(of, e => `${t('{{xn}} 学年', { xn: e.xn })} ${t(TERMS[e.xqM])}`)].map(([term, entries]) => (
    <Sheet key={term} title={term}>
      <Timeline
        label={term}
        events={entries.map(e => ({
          key: e.id,
          at: formatDate(e.bizDate),
          what: e.isReversed ? <s>{e.title}</s> : e.title,
          more: (
            <>
              {[dictLabel(category, e.category), ...amountsOf(e), ...originOf(e)].filter(Boolean).join(' · ')}
              <Objection of={e} />
            </>
          ),
          tone: e.isReversed ? 'refused' : e.capNote ? 'attention' : 'done',
        }))}
      />
    </Sheet>
  ))
}
const CHANGES = ['growthEntry', 'growthObjection', 'process']
/** 60-GL3: what the student may do about an entry, or has done. */
function Objection({ of: { id, objectUntil, objectionId, objection, hours, points, labourHours } }: { of: Entry }) {
  const initial = { hours, points, labourHours }
  if (objectUntil)
    return (
      <Row>
        <FormButton
          of={objecting.apply}
          input={{ entryId: id }}
          initial={initial}
          changes={CHANGES}
          note={<p className="ql-help">{t('{{day}} 前可以提异议。写应该是多少，没有这回事就都写 0；先由主办单位答复，再由团委定。', { day: formatDate(objectUntil) })}</p>}
        />
      </Row>
    )
  if (!objectionId || !objection) return null
  return (
    <Row>
      <StateTag of={objectionStates} state={objection}>
        {t('异议{{state}}', { state: t(objectionStates.labels[objection]) })}
      </StateTag>
      {objection === 'returned' ? <FormButton of={objecting.resubmit} input={{ id: objectionId }} initial={initial} changes={CHANGES} /> : null}
      {objection === 'returned' || objection === 'pending' ? (
        <ActionButton of={objecting.withdraw} input={{ id: objectionId }} changes={CHANGES} confirm={t('撤回后在期限内可以重新提。')} />
      ) : null}
    </Row>
  )
}
const amountsOf = (e: Entry): Array<string | null> => [
  e.hours ? (e.hours === e.countedHours || e.isReversed ? t('{{n}} 小时', { n: e.hours }) : t('{{n}} 小时，计入 {{counted}}', { n: e.hours, counted: e.countedHours })) : null,
  e.points ? (e.points === e.countedPoints || e.isReversed ? t('{{n}} 分', { n: e.points }) : t('{{n}} 分，计入 {{counted}}', { n: e.points, counted: e.countedPoints })) : null,
  e.labourHours ? t('劳动学时 {{n}}', { n: e.labourHours }) : null,
]
const originOf = (e: Entry): Array<string | null> => [
  e.source,
  e.confirmer ? t('{{name}}确认', { name: e.confirmer }) : null,
  e.capNote ? t(CAP_NOTES[e.capNote]) : null,
  e.isReversed ? t('已冲销：{{reason}}', { reason: e.reason ?? '' }) : null,
]
