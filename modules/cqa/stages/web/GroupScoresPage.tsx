import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { groupGrid, groupScore, groupSubmit } from '../model/actions.ts'
import { ScoreGrid } from './ScoreGrid.tsx'

/** The own class, for members of its evaluation group. */
export default function GroupScoresPage() {
  return (
    <StudentsOnly title={t('小组评分')} otherwise={t('班级测评小组的学生在这里给本班评分。')}>
      <Scores />
    </StudentsOnly>
  )
}
function Scores() {
  const read = useRead(groupGrid, {})
  const { schemeId, isLeader } = read.data ?? {}
  return (
    <Page
      title={t('小组评分')}
      actions={
        schemeId && isLeader ? (
          <ActionButton
            of={groupSubmit}
            input={{ schemeId }}
            changes={['cqaGroup', 'cqaSheet']}
            confirm={t('提交后交给辅导员审核，小组不能再改。没有评的项目按已有的分计。')}
            done={t('已提交')}
          />
        ) : null
      }
    >
      <Loaded of={read}>
        {data =>
          data.schemeId ? (
            <Stack>
              <p className="ql-help">
                {t('{{scheme}}，{{className}}。灰色数字是本人自评；自己由其他成员评，组长由辅导员评。', { scheme: data.scheme, className: data.className })}
              </p>
              {data.rows.length ? <ScoreGrid of={data} stage="group" save={groupScore} /> : <Empty title={t('现在不是小组评分的时间，没有要评的同学')} />}
            </Stack>
          ) : (
            <Empty title={t('你现在不在任何测评小组里')} />
          )
        }
      </Loaded>
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('测评小组给本班同学的人工评分项打分。'),
  who: t('辅导员指定的小组成员，只在小组评分期间。'),
  first: t('逐格填分，离开一格就保存；评完由组长提交。'),
})
