import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { ChosenRowPage } from '#web/records/ChosenRowPage.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { readDesign, saveDesign } from '../model/actions.ts'
import { problemsOf } from '../model/check-questions.ts'
import type { Question } from '../model/question.ts'
import { applyTemplate, saveTemplate } from '../model/template.ts'
import { Editor } from './design/Editor.tsx'
import { LogicMap } from './design/LogicMap.tsx'
import { Trial } from './design/Trial.tsx'
import { problemText } from './labels.ts'

const VIEWS = { edit: '出题', map: '逻辑图', trial: '试填' } as const
/** 问卷管理 → 设计: the questions of a survey, what leads where, and a trial that leaves no data. */
export default function DesignPage() {
  const views = useView(VIEWS)
  return (
    <ChosenRowPage
      title={t('问卷设计')}
      back="/survey/surveys"
      views={<ViewSwitch of={views} />}
      of="survey"
      label={t('问卷')}
      placeholder={t('选择问卷')}
      none={t('先选择一份问卷')}
    >
      {id => <OfSurvey id={id} view={views.view} />}
    </ChosenRowPage>
  )
}
function OfSurvey({ id, view }: { id: string; view: keyof typeof VIEWS }) {
  const read = useRead(readDesign, { id })
  return <Loaded of={read}>{design => <Design key={design.versionNo} id={id} design={design} view={view} />}</Loaded>
}
interface DesignProps {
  id: string
  design: AnswerOf<typeof readDesign>
  view: keyof typeof VIEWS
}
function Design({ id, design, view }: DesignProps) {
  const [questions, setQuestions] = useState<readonly Question[]>(design.questions)
  const [stored, setStored] = useState<readonly Question[]>(design.questions)
  const act = useAct(saveDesign, { done: t('已保存'), onDone: () => setStored(questions) })
  const isChanged = questions !== stored
  const mayEdit = useCan(saveDesign.permission)
  useUnsaved(isChanged)
  const problems = problemsOf(questions)
  return (
    <Stack>
      {act.error ? <Refused what={t('没有保存')} error={act.error} /> : null}
      {design.isFrozen ? <Alert type="info" showIcon title={t('已发布第 {{n}} 版：只能改文字、在末尾增加选项，保存后成为新的一版', { n: design.versionNo })} /> : null}
      {questions.length && problems.length ? <Alert type="warning" showIcon title={t('发布前要改')} description={problems.map(problemText).join('；')} /> : null}
      {view === 'edit' ? <Editor questions={questions} onChange={mayEdit ? setQuestions : undefined} problems={problems} isFrozen={design.isFrozen} /> : null}
      {view === 'map' ? <LogicMap questions={questions} /> : null}
      {view === 'trial' ? <Trial questions={questions} /> : null}
      {mayEdit ? (
        <Row gap={2}>
          <Button type="primary" disabled={!isChanged} loading={act.isPending} onClick={() => act.mutate({ id, versionNo: design.versionNo, questions: [...questions] })}>
            {t('保存设计')}
          </Button>
          {design.isFrozen ? null : (
            <FormButton
              of={applyTemplate}
              input={{ id, versionNo: design.versionNo }}
              layout={['templateId']}
              changes={['survey']}
              onDone={({ questions: given }) => {
                setQuestions(given)
                setStored(given)
              }}
              note={questions.length ? t('现有的 {{n}} 道题会被换掉。', { n: questions.length }) : undefined}
            />
          )}
          {stored.length && !isChanged ? (
            <FormButton
              of={saveTemplate}
              input={{ surveyId: id }}
              layout={['title', 'summary']}
              initial={{ title: design.name }}
              changes={['surveyTemplate']}
              done={t('已存为模板')}
            />
          ) : null}
        </Row>
      ) : null}
    </Stack>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('出题、设显示条件和跳题，看谁会答到哪些题、要多久。'),
  who: t('发起问卷的人。'),
  first: t('左边加一道题，右边设它的选项；再到“试填”里在手机上走一遍。'),
})
