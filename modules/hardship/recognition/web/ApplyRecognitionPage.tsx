import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { recognitionApplication } from '../model/application.ts'
import { Wizard } from './apply/Wizard.tsx'

export type Begun = AnswerOf<typeof recognitionApplication.begin>
export const MINE = '/hardship/mine'

/** 申请困难认定: four steps, kept on the server as they are filled in. */
export default function ApplyRecognitionPage() {
  return (
    <StudentsOnly title={t('申请困难认定')} otherwise={t('当前账号不是学生，不能申请困难认定')}>
      <Apply />
    </StudentsOnly>
  )
}
function Apply() {
  const read = useRead(recognitionApplication.begin, {})
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [again] = useState(() => params.get('id'))
  if (!read.data) return <Loading of={read} lines={10} />
  const { batches } = read.data
  const batch = batches.find(b => b && (again ? b.applied === again : !b.applied)) ?? (again ? batches[0] : undefined)
  const done = (id: string) => navigate(`${MINE}?id=${id}`, { replace: true })
  return (
    <Page title={t('申请困难认定')} width="form" back={again ? MINE : undefined}>
      {batch ? (
        <>
          <Sheet label={batch.name}>
            <h2>{batch.name}</h2>
            <p className="ql-quiet">{t('{{time}} 截止。填写的内容只用于困难认定，老师查看时会留下记录。', { time: formatDatetime(batch.endTime) })}</p>
          </Sheet>
          <Wizard begun={read.data} batch={batch} again={again} onDone={done} />
        </>
      ) : (
        <Empty title={batches.length ? t('你已经申请过，可以在“我的困难认定”查看') : t('现在没有开放的困难认定批次')} />
      )}
    </Page>
  )
}
