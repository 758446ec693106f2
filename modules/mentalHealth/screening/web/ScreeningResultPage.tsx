import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Pager } from '#web/records/Pager.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { LEVELS } from '../../attention/model/attention-case.ts'
import { findResults, SHOWN } from '../model/interview.ts'
import { resultStates } from '../model/result.ts'
import { FAULTS } from '../model/scoring.ts'
import { ResultPanel } from './ResultPanel.tsx'

type Result = NonNullable<AnswerOf<typeof findResults>['result'][number]>
export const about: PageFile['about'] = () => ({
  use: t('普查的结果：先约谈到了界值的和选了自伤题的。'),
  who: t('只有心理中心能看，每次查看都有记录；管理员、学工处、学院和辅导员都看不到。'),
  first: t('点开一条看各题，约谈后记下情况，再确认等级或排除。'),
})
const levelOf = ({ confirmedLevel, proposedLevel }: Result): string =>
  confirmedLevel ? t(LEVELS[confirmedLevel]) : proposedLevel ? t('建议{{level}}', { level: t(LEVELS[proposedLevel]) }) : MISSING
/** 普查结果 */
export default function ScreeningResultPage() {
  const [params] = useSearchParams()
  const views = useView(SHOWN, { param: 'only' })
  const [page, setPage] = useState({ page: 1, size: 20 })
  const [opened, setOpened] = useState<string>()
  const screeningId = params.get('screening')
  const read = useRead(findResults, { ...(screeningId ? { screeningId } : {}), only: views.view, current: page.page, size: page.size }, { keeps: true })
  return (
    <Page title={t('普查结果')} views={<ViewSwitch of={views} />}>
      <Loaded of={read}>
        {data => (
          <Sheet label={t('普查结果')}>
            <PlainTable
              label={t('普查结果')}
              rows={data.result}
              keyOf={one => one.id}
              isCardsOnPhone
              empty={t('没有这样的结果')}
              columns={[
                [t('学生'), one => <PlacedButton onClick={() => setOpened(one.id)}>{one.studentName}</PlacedButton>, { isHead: true }],
                [t('学号'), one => one.studentNo ?? MISSING, { isNumber: true }],
                [t('班级'), one => one.className ?? MISSING],
                [t('心理普查'), one => one.screeningName],
                [t('量表'), one => t(one.scaleName)],
                [t('总分'), one => (one.fault ? t(FAULTS[one.fault]) : (one.total ?? MISSING)), { isNumber: true }],
                [t('危险项目'), one => (one.isRisk ? t('有') : t('无'))],
                [t('等级'), levelOf],
                [t('状态'), one => <StateTag of={resultStates} state={one.state} />],
                [t('下次约谈'), one => one.nextOn ?? MISSING],
                [t('作答时间'), one => formatDatetime(one.takenAt)],
              ]}
            />
            {data.page.total > data.page.size ? <Pager state={page} total={data.page.total} onChange={part => setPage({ page: 1, size: page.size, ...part })} /> : null}
          </Sheet>
        )}
      </Loaded>
      {opened ? <ResultPanel id={opened} onClose={() => setOpened(undefined)} /> : null}
    </Page>
  )
}
