import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { isRefusal } from '#web/http/failure.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { RichText } from '#web/rich/RichText.tsx'
import { formatDatetime, formatSpan } from '#web/values/format.ts'
import { attemptStates, SUBMIT_WAYS } from '../model/attempt.ts'
import { recheckStates } from '../model/recheck.ts'
import { askRecheck } from '../model/recheck-actions.ts'
import { WATCHES } from '../model/schedule.ts'
import { readRules, startTest, takeOver } from '../model/sit-actions.ts'
import { SCORINGS } from '../model/timing.ts'
import { Standing } from './MyTestsPage.tsx'
import { deviceKey } from './sit/device.ts'
import { Sitting } from './sit/Sitting.tsx'
import type { TestSheet } from './sit/useAnswers.ts'

const MINE = '/test/mine'
type Rules = AnswerOf<typeof readRules>
/** 作答: the rules of a test, then the test. */
export default function SitTestPage() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const read = useRead(readRules, { id }, { enabled: id !== '' })
  const [sheet, setSheet] = useState<TestSheet>()
  const title = read.data?.name ?? t('作答')
  if (!id)
    return (
      <Page title={t('作答')} back={MINE}>
        <Empty title={t('没有选择考试')} />
      </Page>
    )
  const done = () => {
    setSheet(undefined)
    void read.refetch()
  }
  return (
    <Page title={title} back={MINE} width="form">
      {sheet && !sheet.isLocked ? (
        <Sitting key={sheet.attemptId} sheet={sheet} device={deviceKey()} onDone={done} />
      ) : (
        <Loaded of={read}>
          {rules => (
            <>
              {sheet?.isLocked ? <Alert type="warning" showIcon title={t('你换设备的次数太多，请监考老师放行后再点“继续作答”')} /> : null}
              <Before rules={rules} onSheet={setSheet} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}
const isElsewhere = (error: unknown): boolean => isRefusal(error) && error.errors.some(one => one.rule.endsWith('.elsewhere'))
function Before({ rules, onSheet }: { rules: Rules; onSheet: (sheet: TestSheet) => void }) {
  const device = deviceKey()
  const begun = (sheet: TestSheet) => {
    if (sheet.watch.includes('fullScreen')) void document.documentElement.requestFullscreen?.().catch(() => undefined)
    onSheet(sheet)
  }
  const start = useAct(startTest, { done: false, onDone: begun })
  const over = useAct(takeOver, { done: false, onDone: begun })
  const error = over.error ?? start.error
  const mayStart = rules.runningId !== null || (rules.isOpen && rules.left > 0 && rules.nextAt === null)
  return (
    <>
      <Sheet title={t('规则')} actions={<Standing of={rules} />}>
        <ul>
          <li>{t('{{span}}，{{n}} 分钟', { span: formatSpan(rules.beginTime, rules.endTime), n: rules.minutes })}</li>
          <li>{t('{{n}} 题，满分 {{full}}，{{pass}} 分合格', { n: rules.questionCount, full: rules.fullScore, pass: rules.passScore })}</li>
          <li>{t('还可以考 {{n}} 次，成绩{{how}}', { n: rules.left, how: t(SCORINGS[rules.scoring]) })}</li>
          {rules.nextAt ? <li>{t('{{time}} 以后可以再考', { time: formatDatetime(rules.nextAt) })}</li> : null}
          {rules.extraPercent ? <li>{t('给你延长 {{n}}%', { n: rules.extraPercent })}</li> : null}
          {rules.watch.map(one => (
            <li key={one}>{t(WATCHES[one])}</li>
          ))}
          {rules.leaveLimit ? <li>{t('离开页面 {{n}} 次自动交卷', { n: rules.leaveLimit })}</li> : null}
        </ul>
        {error && !isElsewhere(error) ? <Refused what={t('没有开始')} error={error} /> : null}
        {isElsewhere(error) ? (
          <>
            <Alert type="warning" showIcon title={t('你正在另一台设备上作答')} description={t('在这里继续后，那边会变成只读。换设备会记录下来。')} />
            <Button type="primary" loading={over.isPending} onClick={() => over.mutate({ id: rules.id, device })}>
              {t('在这里继续')}
            </Button>
          </>
        ) : mayStart ? (
          <Button type="primary" loading={start.isPending} onClick={() => start.mutate({ id: rules.id, device })}>
            {rules.runningId ? t('继续作答') : t('开始作答')}
          </Button>
        ) : null}
      </Sheet>
      {rules.intro ? (
        <Sheet title={t('说明和学习资料')}>
          <RichText html={rules.intro} />
        </Sheet>
      ) : null}
      {rules.attempts.length ? <Tried rules={rules} /> : null}
    </>
  )
}
function Tried({ rules: { attempts } }: { rules: Rules }) {
  const navigate = useNavigate()
  return (
    <Sheet title={t('考过的')}>
      {attempts.map(one => (
        <div key={one.id}>
          <Row spread="between">
            <span>
              {t('第 {{n}} 次', { n: one.no })} · {formatDatetime(one.startedAt)} ·{' '}
              {one.total === null ? t(one.submitWay ? SUBMIT_WAYS[one.submitWay] : attemptStates.labels[one.state]) : t('{{n}} 分', { n: one.total })}
              {one.voidReason ? ` · ${t('作废：{{why}}', { why: one.voidReason })}` : ''}
            </span>
            <Row>
              {one.showsAnswers ? <Button onClick={() => navigate(`/test/paper?attemptId=${one.id}`)}>{t('看答卷')}</Button> : null}
              {one.recheckUntil ? (
                <FormButton
                  of={askRecheck}
                  input={{ attemptId: one.id }}
                  note={t('{{time}} 前可以申请，每次作答一次。', { time: formatDatetime(one.recheckUntil) })}
                  changes={['testRecheck', 'testAttempt']}
                />
              ) : null}
            </Row>
          </Row>
          {one.recheck ? (
            <p className="ql-help">
              {t('成绩复核：{{state}}', { state: t(recheckStates.labels[one.recheck]) })}
              {one.recheckAnswer ? ` · ${one.recheckAnswer}` : ''}
            </p>
          ) : null}
        </div>
      ))}
    </Sheet>
  )
}
