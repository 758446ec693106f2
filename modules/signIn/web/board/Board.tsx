import { Button } from 'antd'
import { BellRing, Clock, MonitorPlay } from 'lucide-react'
import { useState } from 'react'
import { percentOf } from '#model/percent.ts'
import { useBoardNews } from '#modules/workflow/tasks/web/public/useBoardNews.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { useServerClock } from '#web/feedback/useNow.ts'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { PageHead } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatNumber } from '#web/values/format.ts'
import { closeOccurrence, remindPending, retimeOccurrence } from '../../model/actions.ts'
import { board } from '../../model/read-actions.ts'
import { KINDS, occurrenceStates } from '../../model/sign-task.ts'
import { ownWays } from '../../model/ways.ts'
import { leftText, spanText, waysText } from '../labels.ts'
import style from '../sign.module.css'
import { Classes } from './Classes.tsx'
import { FlagTray } from './FlagTray.tsx'

type Data = AnswerOf<typeof board>

/** Live board of one occurrence. */
export function Board({ occurrenceId, onBack }: { occurrenceId: string; onBack: () => void }) {
  const every = useBoardNews('signOccurrence', occurrenceId, 'signLine')
  const read = useRead(board, { occurrenceId }, every ? { every } : {})
  const { data, error } = read
  const [view, setView] = useState<'classes' | 'flags'>('classes')
  if (!data) return <Loading of={read} lines={12} />
  return (
    <Stack>
      <Head data={data} isStale={Boolean(error)} onBack={onBack} />
      <People data={data} />
      {data.openFlags || view === 'flags' ? (
        <Row className={style.tools}>
          <Button type={view === 'flags' ? 'primary' : 'default'} onClick={() => setView(view === 'flags' ? 'classes' : 'flags')}>
            {view === 'flags' ? t('回到名单') : t('{{n}} 条异常待核实', { n: formatNumber(data.openFlags) })}
          </Button>
        </Row>
      ) : null}
      {view === 'flags' ? <FlagTray occurrenceId={occurrenceId} /> : data.total ? <Classes data={data} /> : <Empty title={t('还没有开始，名单在开始时确定')} />}
    </Stack>
  )
}
function Head({ data, isStale, onBack }: { data: Data; isStale: boolean; onBack: () => void }) {
  const now = useServerClock(data.now)
  const left = data.state === 'open' ? leftText(data.closesAt, now) : ''
  const mayWall = data.isOwn && data.state === 'open' && ownWays(data.ways).some(w => w === 'qr' || w === 'number')
  return (
    <PageHead
      back={onBack}
      title={data.name}
      help={[t(KINDS[data.kind]), spanText(data), waysText(data.ways, data.wayRule), data.isOwn ? '' : t('{{name}} 发布', { name: data.owner ?? '—' })].filter(Boolean).join(' · ')}
      actions={
        <>
          <StateTag of={occurrenceStates} state={data.state} tone={data.isPaused ? 'attention' : undefined}>
            {data.isPaused ? t('已暂停') : undefined}
          </StateTag>
          {left ? (
            <span className={style.left} role="timer">
              <Clock size={16} aria-hidden="true" /> {left}
            </span>
          ) : null}
          {isStale ? <span className="ql-problem">{t('没有连上网络，数字可能已经过时')}</span> : null}
          <Acts data={data} mayWall={mayWall} />
        </>
      }
    />
  )
}
function Acts({ data, mayWall }: { data: Data; mayWall: boolean }) {
  const mayOwn = useCan(closeOccurrence.permission) && data.isOwn && data.state === 'open'
  const input = { occurrenceId: data.occurrenceId }
  const changes = ['signLine']
  return (
    <Row className={style.tools}>
      {mayWall ? (
        <Button type="primary" icon={<MonitorPlay size={16} />} href={`/signIn/projector?id=${data.occurrenceId}`} target="_blank">
          {t('投影签到码')}
        </Button>
      ) : null}
      {data.state === 'open' && data.pending ? (
        <ActionButton
          of={remindPending}
          input={input}
          icon={<BellRing size={16} />}
          confirm={t('提醒 {{n}} 名还没有签到的学生', { n: formatNumber(data.pending) })}
          done={t('已提醒')}
        />
      ) : null}
      {mayOwn ? (
        <>
          <FormButton
            of={retimeOccurrence}
            input={input}
            initial={{ closesAt: data.closesAt, ...(data.lateAt ? { lateAt: data.lateAt } : {}) }}
            changes={changes}
            note={t('还没有签到的 {{n}} 人会收到新的时间和原因。', { n: data.pending })}
          >
            {t('改时间')}
          </FormButton>
          <FormButton of={closeOccurrence} input={input} changes={changes} danger note={t('还没有签到的 {{n}} 人记为缺勤，请假的免签。', { n: data.pending })}>
            {t('提前截止')}
          </FormButton>
        </>
      ) : null}
    </Row>
  )
}
function People({ data }: { data: Data }) {
  const { expected: asked, answered: present } = data
  return (
    <Figures label={t('人数')}>
      <div className={style.big}>
        <b>{percentOf(present, asked) ?? 0}%</b>
        <small>{t('{{present}}/{{asked}} 人已签', { present: formatNumber(present), asked: formatNumber(asked) })}</small>
        <i className={style.bar} aria-hidden="true">
          <i style={{ width: `${percentOf(data.signed + data.madeUp, asked) ?? 0}%` }} />
          <i className={style.late} style={{ width: `${percentOf(data.late, asked) ?? 0}%` }} />
        </i>
      </div>
      <Figure label={t('准时')} value={data.signed} />
      <Figure label={t('迟到')} value={data.late} />
      {data.state === 'open' ? <Figure label={t('未签到')} value={data.pending} /> : <Figure label={t('缺勤')} value={data.absent} />}
      <Figure label={t('免签')} value={data.excused} />
      {data.madeUp ? <Figure label={t('补签')} value={data.madeUp} /> : null}
      {data.voided ? <Figure label={t('作废')} value={data.voided} /> : null}
    </Figures>
  )
}
