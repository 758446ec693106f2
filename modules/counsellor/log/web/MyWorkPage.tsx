import { Alert } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { confirmDrafts, discardDrafts, followedUp, logWork, myWork } from '../model/actions.ts'
import { isTalk, USUAL_MINUTES, WORK_KINDS } from '../model/work-log.ts'

type Mine = AnswerOf<typeof myWork>
type Entry = NonNullable<Mine['drafts'][number]>
type Said = AnswerOf<typeof logWork>
type Values = Readonly<Record<string, unknown>>
const isWordy = (v: Values): boolean => v.isMental !== true || !isTalk(v.kind)
const CLASSES = { field: 'classIds', when: (v: Values) => v.kind === 'classMeeting' } as const
const MENTAL = { field: 'isMental', when: (v: Values) => isTalk(v.kind) } as const
const WORDS = { field: 'words', when: isWordy } as const
const QUICK: LayoutOf<typeof logWork> = ['studentIds', 'kind', CLASSES, WORDS, MENTAL]
const WHOLE: LayoutOf<typeof logWork> = ['studentIds', 'kind', CLASSES, 'startedAt', 'minutes', 'place', 'topics', MENTAL, WORDS, { field: 'result', when: isWordy }, 'followUpOn']
export const about: PageFile['about'] = () => ({
  use: t('随手记一笔做了什么：选学生、选类型、写两句。平台已经知道的（家校联系、班会签到、请假谈话）会自动成为草稿，点“确认”才算。'),
  who: t('辅导员和班主任写自己的；谈话内容只有自己看得到。'),
  first: t('先确认草稿，再看今天该回访谁。'),
})
/** 写日志: three taps on the phone, drafts to confirm, and whom to talk to again. */
export default function MyWorkPage() {
  const read = useRead(myWork, {})
  const [said, setSaid] = useState<Said | null>(null)
  return (
    <Page
      title={t('写日志')}
      width="form"
      actions={
        <FormButton of={logWork} layout={WHOLE} initial={{ kind: 'talk' }} onDone={setSaid}>
          {t('详细登记')}
        </FormButton>
      }
      foot={<FormButton of={logWork} layout={QUICK} initial={{ kind: 'talk' }} type="primary" onDone={setSaid} note={t('记为刚结束的 {{n}} 分钟。', { n: USUAL_MINUTES })} />}
    >
      {said ? <Outcome of={said} /> : null}
      <Loaded of={read} lines={6}>
        {data => (
          <Stack>
            <Drafts rows={data.drafts.flatMap(d => d ?? [])} />
            <FollowUps rows={data.followUps.flatMap(f => f ?? [])} />
            {data.drafts.length || data.followUps.length ? null : <Empty title={t('没有待确认的草稿，今天也没有要回访的学生')} />}
            <p className="ql-quiet">{t('近七天登记 {{n}} 条。', { n: data.week })}</p>
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
/** What the writer has to know about the entry just made. */
function Outcome({ of: { isLate, overlaps, turnTo } }: { of: Said }) {
  const lines = [
    turnTo ? t('涉及心理健康：请联系{{whom}}，由他们跟进。这里只记下谈过。', { whom: turnTo }) : null,
    overlaps ? t('与另外 {{n}} 条记录的时间重叠，请核对。', { n: overlaps }) : null,
    isLate ? t('登记得晚，已标为补记。') : null,
  ].filter(line => line !== null)
  return lines.length ? <Alert type={turnTo ? 'warning' : 'info'} showIcon title={lines.join(' ')} /> : null
}
function Drafts({ rows }: { rows: readonly Entry[] }) {
  if (!rows.length) return null
  return (
    <Sheet
      title={t('待确认')}
      actions={
        <ActionButton of={confirmDrafts} input={{ ids: rows.map(r => r.id) }} confirm={t('确认全部 {{n}} 条草稿', { n: rows.length })}>
          {t('全部确认')}
        </ActionButton>
      }
    >
      {rows.map(row => (
        <Row key={row.id} spread="between">
          <Words of={row} when={formatDatetime(row.startedAt)} />
          <Row gap={2}>
            <ActionButton of={discardDrafts} input={{ ids: [row.id] }} />
            <ActionButton of={confirmDrafts} input={{ ids: [row.id] }} type="primary" />
          </Row>
        </Row>
      ))}
    </Sheet>
  )
}
function FollowUps({ rows }: { rows: readonly Entry[] }) {
  if (!rows.length) return null
  return (
    <Sheet title={t('到期回访')}>
      {rows.map(row => (
        <Row key={row.id} spread="between">
          <Words of={row} when={formatDate(row.followUpOn ?? '')} />
          <ActionButton of={followedUp} input={{ id: row.id }} />
        </Row>
      ))}
    </Sheet>
  )
}
const Words = ({ of, when }: { of: Entry; when: string }) => (
  <span>
    {[t(WORK_KINDS[of.kind]), of.people].filter(Boolean).join(' · ')}
    <br />
    <small className="ql-quiet">{[when, of.content].filter(Boolean).join(' · ')}</small>
  </span>
)
