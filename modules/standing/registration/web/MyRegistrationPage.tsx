import { Button } from 'antd'
import { Link } from 'react-router'
import { CheckList } from '#web/feedback/CheckList.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { usePosition } from '#web/position/usePosition.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { myRegistrations, registerSelf } from '../model/actions.ts'
import { METHODS, recordStates } from '../model/record.ts'

type Mine = AnswerOf<typeof myRegistrations>[number]

/** 我的注册: the state in large, the conditions with what to do about them, and the button. */
export default function MyRegistrationPage() {
  return (
    <StudentsOnly title={t('我的注册')} otherwise={t('当前账号不是学生，不用注册')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myRegistrations, {})
  return (
    <Page title={t('我的注册')} width="form">
      <Loaded of={read}>
        {rows => (rows.length ? <Stack>{rows.map(row => row && <Term key={row.batchId} of={row} />)}</Stack> : <Empty title={t('现在没有要注册的学期')} />)}
      </Loaded>
    </Page>
  )
}
function Term({ of }: { of: NonNullable<Mine> }) {
  const { name, state, method, at, deferUntil, isOpen, endTime } = of
  return (
    <Sheet label={name}>
      <Row gap={3} spread="between">
        <h2>{name}</h2>
        <StateTag of={recordStates} state={state} />
      </Row>
      <p className="ql-quiet">
        {state === 'registered' && at && method ? `${formatDatetime(at)} ${t(METHODS[method])}` : null}
        {state === 'deferred' && deferUntil ? t('暂缓到 {{date}}', { date: formatDate(deferUntil) }) : null}
        {state === 'unregistered' ? (isOpen ? t('{{time}} 前注册', { time: formatDatetime(endTime) }) : t('已过注册时间，请联系辅导员')) : null}
      </p>
      <Conditions of={of.checks} />
      {isOpen && (state === 'unregistered' || state === 'deferred') ? <Acts of={of} /> : null}
    </Sheet>
  )
}
const Conditions = ({ of }: { of: NonNullable<Mine>['checks'] }) => (
  <CheckList
    label={t('条件')}
    of={of.map(c => ({
      ...{ name: c.name, isMet: c.isMet, why: `${c.asks}${c.actual ? t('，现为 {{value}}', { value: c.actual }) : ''}` },
      remedy: c.remedies.map(r => (
        <Link key={r.link} to={r.link}>
          {r.label}
        </Link>
      )),
    }))}
  />
)
function Acts({ of: { batchId, selfAllowed, needsPresence, state } }: { of: NonNullable<Mine> }) {
  const { locate, isLocating, problem } = usePosition(t('请辅导员扫码'))
  const act = useAct(registerSelf, { changes: ['registrationRecord', 'todo'], done: false })
  const press = () => (needsPresence ? void locate(position => act.mutate({ batchId, ...position })) : act.mutate({ batchId }))
  return (
    <>
      {problem ? <p role="alert">{problem}</p> : null}
      {act.error ? <Refused what={t('没有注册')} error={act.error} /> : null}
      {act.data && act.data.state !== 'registered' ? <p role="alert">{t('条件还没有都满足，没有注册')}</p> : null}
      <Row gap={3}>
        {selfAllowed ? (
          <Button type="primary" size="large" loading={act.isPending || isLocating} onClick={press}>
            {t('注册')}
          </Button>
        ) : (
          <span className="ql-quiet">{t('请到辅导员处注册')}</span>
        )}
        {state === 'unregistered' ? <Link to={`/standing/defer?batch=${batchId}`}>{t('申请暂缓注册')}</Link> : null}
      </Row>
    </>
  )
}
