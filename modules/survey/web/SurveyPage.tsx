import { PencilRuler } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { TaskBoard } from '#modules/workflow/tasks/web/public/TaskBoard.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { ShareLink } from '#web/feedback/ShareLink.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import type { Shown } from '#web/records/columns.ts'
import { survey, surveyRound } from '../model/survey.ts'
import { surveyTask } from '../model/survey-rows.ts'

type Survey = Shown<typeof survey>
/** 问卷管理 → 问卷: surveys with their design, window and progress. */
export default function SurveyPage() {
  const [shown, setShown] = useState<Survey>()
  const [linked, setLinked] = useState<Survey>()
  return (
    <>
      <RoundTable<typeof survey>
        title={t('问卷')}
        of={survey}
        actions={surveyRound}
        columns={[
          { key: 'kind', width: 80 },
          { key: 'anonymity', width: 80 },
          { key: 'questionCount', width: 70 },
          { key: 'answerCount', width: 80 },
          {
            key: 'versionNo',
            title: t('设计和进度'),
            width: 270,
            render: row => (
              <Row gap={2}>
                <Link to={`/survey/design?id=${row.id}`}>
                  <PencilRuler size={15} aria-hidden /> {t('设计')}
                </Link>
                {row.publicCode ? <PlacedButton onClick={() => setLinked(row)}>{t('公开链接')}</PlacedButton> : null}
                {row.publishedAt ? <PlacedButton onClick={() => setShown(row)}>{t('进度')}</PlacedButton> : null}
              </Row>
            ),
          },
          { key: 'ownerId', width: 100 },
        ]}
        fields={[
          { title: '填写', fields: ['kind', 'anonymity', 'asked', 'editable', 'quota', 'resultsFor', 'intro', 'thanks'] },
          { title: '公开', fields: ['isPublic', { field: 'oncePer', when: values => values.isPublic === true }] },
          { title: '保护', fields: ['strata', 'analystIds', 'purposeText', 'deleteAfter'] },
        ]}
        initial={{ audience: { roles: ['student'] }, kind: 'survey', anonymity: 'named', asked: 'self' }}
      />
      {linked ? <PublicLink of={linked} onClose={() => setLinked(undefined)} /> : null}
      {shown ? (
        <Panel open size={720} title={shown.name} onClose={() => setShown(undefined)}>
          <TaskBoard of={surveyTask} id={shown.id} words={{ expected: t('应填写'), answered: t('已填写'), lacking: t('未填写') }} />
        </Panel>
      ) : null}
    </>
  )
}
/** The address of the public page, to be shown or sent. */
function PublicLink({ of, onClose }: { of: Survey; onClose: () => void }) {
  return (
    <Panel open title={of.name} onClose={onClose}>
      <ShareLink path={`/fktjwj?code=${of.publicCode}`} label={t('公开链接')} />
      <p className="ql-help">{t('编号 {{code}}：拿到的人都可以填写。', { code: of.publicCode ?? '' })}</p>
    </Panel>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('发起问卷、表单和投票，看填写进度。'),
  who: t('学工处、学院、辅导员和团委发起，只看得到自己范围里的。'),
  first: t('先新增问卷，在“设计”里出题，再发布。'),
})
