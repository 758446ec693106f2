import { Progress } from 'antd'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { quitPost } from '../../posts/model/engagement.ts'
import { MyApplications } from '../../posts/web/public/MyApplications.tsx'
import { confirmHours, disputeHours, enterOwnHours, myWork } from '../model/actions.ts'
import { hourStates, SOURCES } from '../model/hour-entry.ts'
import { hours } from './labels.ts'
import { ScanWork } from './mine/ScanWork.tsx'

type Mine = AnswerOf<typeof myWork>
const CHANGES = ['hourEntry', 'engagement']

/** 我的勤工助学: this month's hours, scanning in and out, offers, and hours to confirm. */
export default function MyWorkPage() {
  return (
    <StudentsOnly title={t('我的勤工助学')} otherwise={t('当前账号不是学生，没有勤工助学')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myWork, {})
  return (
    <Page title={t('我的勤工助学')} width="form" actions={<Link to="/workStudy/hall">{t('岗位大厅')}</Link>}>
      <Loaded of={read} lines={8}>
        {data => (
          <Stack>
            <Month of={data} />
            <ToConfirm of={data} />
            <MyApplications />
            <Posts of={data} />
            <Recent of={data} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
function Month({ of: { month, hours: used, limit, engagements } }: { of: Mine }) {
  const isOn = engagements.some(e => e?.isActive)
  const inNow = engagements.find(e => e?.inAt)
  return (
    <Sheet title={t('{{month}} 工时', { month })}>
      <Row gap={5} spread="between">
        <Progress
          type="circle"
          size={112}
          percent={Math.min(100, (used / limit) * 100)}
          format={() => `${used.toFixed(1)}/${limit.toFixed(0)}`}
          aria-label={t('本月 {{used}} 小时，上限 {{limit}} 小时', { used, limit })}
        />
        <Stack gap={2}>
          <span>{t('还可以做 {{n}} 小时', { n: Math.max(0, limit - used).toFixed(1) })}</span>
          {inNow?.inAt ? <b>{t('{{post}} {{at}} 签到，正在上岗', { post: inNow.post, at: formatDatetime(inNow.inAt) })}</b> : null}
          {isOn ? <ScanWork isIn={Boolean(inNow)} /> : null}
        </Stack>
      </Row>
    </Sheet>
  )
}
type Entry = NonNullable<Mine['entries'][number]>
const Line = ({ of }: { of: Entry }) => (
  <span>
    {formatDate(of.date)} {of.start}–{of.end} · {hours(of.hours)}
    <br />
    <small className="ql-quiet">{[of.post, of.work, t(SOURCES[of.source])].filter(Boolean).join(' · ')}</small>
  </span>
)
function ToConfirm({ of }: { of: Mine }) {
  const waiting = of.entries.flatMap(e => (e?.state === 'entered' ? e : []))
  if (!waiting.length) return null
  const ids = waiting.map(e => e.id)
  return (
    <Sheet
      title={t('待确认的工时')}
      actions={<ActionButton of={confirmHours} input={{ ids }} type="primary" changes={CHANGES} done={t('已确认')} confirm={t('确认这 {{n}} 条工时。', { n: ids.length })} />}
    >
      {waiting.map(e => (
        <Row key={e.id} spread="between">
          <Line of={e} />
          <Stack gap={1}>
            <small className="ql-quiet">{e.confirmUntil ? t('{{until}} 前没有答复就算确认', { until: formatDatetime(e.confirmUntil) }) : null}</small>
            <FormButton of={disputeHours} input={{ id: e.id }} changes={CHANGES} note={t('学工处会核实，处理以前不进工资表。')} />
          </Stack>
        </Row>
      ))}
    </Sheet>
  )
}
function Posts({ of }: { of: Mine }) {
  if (!of.engagements.length) return <Empty title={t('你还没有岗位')}>{<Link to="/workStudy/hall">{t('去岗位大厅看看')}</Link>}</Empty>
  return (
    <Sheet title={t('我的岗位')}>
      {of.engagements.map(e =>
        e ? (
          <Row key={e.id} spread="between">
            <span>
              {e.post} · {e.unit}
              <br />
              <small className="ql-quiet">
                {e.isActive
                  ? t('{{from}} 上岗，累计 {{hours}}', { from: formatDate(e.from), hours: hours(e.totalHours) })
                  : t('已结束，累计 {{hours}}', { hours: hours(e.totalHours) })}
              </small>
            </span>
            {e.isActive ? (
              <Row>
                <FormButton of={enterOwnHours} input={{ engagementId: e.id }} changes={CHANGES} note={t('忘记扫码时补登，由用工单位认可。')} />
                <FormButton of={quitPost} input={{ id: e.id }} danger changes={CHANGES} />
              </Row>
            ) : null}
          </Row>
        ) : null,
      )}
    </Sheet>
  )
}
function Recent({ of }: { of: Mine }) {
  const rows = of.entries.flatMap(e => (e && e.state !== 'entered' ? e : []))
  if (!rows.length) return null
  return (
    <Sheet title={t('工时记录')}>
      {rows.map(e => (
        <Row key={e.id} spread="between">
          <Line of={e} />
          <span>
            <StateTag of={hourStates} state={e.state} />
            {e.answer ? <small className="ql-quiet"> {e.answer}</small> : null}
          </span>
        </Row>
      ))}
    </Sheet>
  )
}
