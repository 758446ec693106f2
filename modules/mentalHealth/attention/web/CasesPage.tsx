import { Select } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Pager } from '#web/records/Pager.tsx'
import { pagingOf, pagingPart } from '#web/records/paging.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { formatDate, formatNumber, MISSING } from '#web/values/format.ts'
import { caseRegister, openCase, proposeByHand } from '../model/actions.ts'
import { caseStates, LEVEL_TONES, LEVELS, type Level } from '../model/attention-case.ts'
import { CaseView } from './public/CaseView.tsx'

const VIEWS = { all: '在关注', overdue: '跟进逾期', proposed: '待确认', severe: '一级' } as const
const ASKED = { all: {}, overdue: { due: 'overdue' }, proposed: { state: 'proposed' }, severe: { level: '1' } } as const
const NUMBERS = Object.entries(LEVELS) as ReadonlyArray<[Level, string]>
export const about: PageFile['about'] = () => ({
  use: t('需要关注的学生：级别、下次跟进、谁负责。'),
  who: t('各人只看到与自己有关的个案和自己该知道的内容；每次打开个案组的内容都会留下记录。'),
  first: t('先确认待确认的，再处理逾期的跟进。'),
})
/** 关注名单 */
export default function CasesPage() {
  const views = useView(VIEWS)
  const [params, , put] = useOwnParams()
  const paging = pagingOf(params)
  const departmentId = params.get('college') ?? undefined
  const level = NUMBERS.find(([key]) => key === params.get('level'))?.[0]
  const read = useRead(caseRegister, { ...(level ? { level } : {}), ...(departmentId ? { departmentId } : {}), ...ASKED[views.view], ...paging }, { keeps: true })
  const [seen, setSeen] = useState<AnswerOf<typeof openCase>>()
  const rows = read.data?.result.flatMap(r => r ?? [])
  return (
    <Page title={t('关注名单')} views={<ViewSwitch of={views} />} actions={<FormButton of={proposeByHand} input={{}} type="primary" done={t('已提出，等确认')} />}>
      <Row gap={2}>
        <span style={{ minWidth: 180 }}>
          <RefSelect
            className="ql-wide"
            to="department"
            where={{ deptType: '1' }}
            aria-label={t('学院')}
            placeholder={t('学院')}
            value={departmentId}
            onChange={id => put({ college: typeof id === 'string' ? id : undefined, current: undefined })}
          />
        </span>
        {views.view === 'severe' ? null : (
          <Select
            allowClear
            aria-label={t('级别')}
            placeholder={t('级别')}
            style={{ minWidth: 140 }}
            value={level}
            options={NUMBERS.map(([value, label]) => ({ value, label: t(label) }))}
            onChange={value => put({ level: value, current: undefined })}
          />
        )}
      </Row>
      {rows ? null : <Loading of={read} lines={6} />}
      {rows?.length === 0 ? <Empty title={t('没有这样的个案')} /> : null}
      {rows?.length ? (
        <Sheet label={t('关注名单')}>
          <PlainTable
            label={t('关注名单')}
            rows={rows}
            keyOf={r => r.id}
            isCardsOnPhone
            columns={[
              [t('姓名'), r => r.name, { isHead: true }],
              [t('学号'), r => r.studentNo ?? MISSING],
              [t('班级'), r => r.className ?? MISSING],
              [t('级别'), r => <State tone={LEVEL_TONES[r.level]}>{t(LEVELS[r.level])}</State>],
              [t('状态'), r => <StateTag of={caseStates} state={r.state} />],
              [t('已关注天数'), r => formatNumber(r.days), { isNumber: true }],
              [
                t('下次跟进'),
                r => (
                  <Row>
                    {r.nextFollowUpOn ? formatDate(r.nextFollowUpOn) : MISSING}
                    {r.isOverdue ? <State tone="refused">{t('已逾期')}</State> : null}
                  </Row>
                ),
              ],
              [t('负责人'), r => r.owner ?? MISSING],
              [t('操作'), r => <ActionButton of={openCase} input={{ id: r.id }} done={false} onDone={setSeen} />],
            ]}
          />
          <Pager state={{ page: paging.current, size: paging.size }} total={read.data?.page.total ?? 0} onChange={part => put(pagingPart(part))} />
        </Sheet>
      ) : null}
      <Panel open={seen !== undefined} title={seen ? [seen.className, seen.name].filter(Boolean).join(' ') : ''} onClose={() => setSeen(undefined)}>
        {seen ? <CaseView of={seen} onDone={() => setSeen(undefined)} /> : null}
      </Panel>
    </Page>
  )
}
