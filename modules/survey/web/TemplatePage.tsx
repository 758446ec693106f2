import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { readTemplate, saveTemplate, surveyTemplate } from '../model/template.ts'
import { Trial } from './design/Trial.tsx'

type Template = Shown<typeof surveyTemplate>
/** 问卷管理 → 模板: lists of questions to begin with, each as a phone shows it. */
export default function TemplatePage() {
  const [opened, setOpened] = useState<Template>()
  return (
    <>
      <EntityTable<typeof surveyTemplate>
        of={surveyTemplate}
        columns={[
          { key: 'title', width: 180, align: 'left' },
          { key: 'kind', width: 90 },
          { key: 'questionCount', width: 80 },
          { key: 'summary', width: 300, align: 'left' },
          { key: 'ownerId', width: 110 },
          { key: 'updatedAt', width: 150, hidden: true },
        ]}
        facts={['kind', 'questionCount', 'summary']}
        filters={['kind']}
        toolbar={<FormButton of={saveTemplate} layout={['surveyId', 'title', 'summary']} changes={['surveyTemplate']} done={t('已存为模板')} />}
        onOpen={setOpened}
      />
      {opened ? (
        <Panel open size={720} title={opened.title} onClose={() => setOpened(undefined)}>
          <Preview id={opened.id} />
        </Panel>
      ) : null}
    </>
  )
}
function Preview({ id }: { id: string }) {
  const read = useRead(readTemplate, { id })
  return <Loaded of={read}>{({ questions }) => <Trial questions={questions} />}</Loaded>
}
export const about: PageFile['about'] = () => ({
  use: t('常用问卷的题目，出题时一次带入，再改。'),
  who: t('能发起问卷的人都可以用和存；修改和删除由学工处做。'),
  first: t('点名称先试填一遍；在问卷的“设计”里点“用模板出题”。'),
})
