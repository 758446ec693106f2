import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { presenceEvidence } from '../model/own-actions.ts'
import { Seen } from './Seen.tsx'

/** 60-PR8: asks why, then shows what is known of one student. */
export function EvidenceButton({ studentId }: { studentId: string }) {
  const [seen, setSeen] = useState<AnswerOf<typeof presenceEvidence>>()
  return (
    <>
      <FormButton
        of={presenceEvidence}
        input={{ studentId }}
        layout={['purpose']}
        done={false}
        onDone={setSeen}
        note={<p className="ql-help">{t('依据是学生的行踪信息。每次查看都会记下谁、什么时候、为什么看；学生也看得到自己的依据。')}</p>}
      />
      <Panel open={seen !== undefined} title={seen ? [seen.className, seen.name].filter(Boolean).join(' ') : ''} onClose={() => setSeen(undefined)}>
        {seen ? <Seen of={seen} /> : null}
      </Panel>
    </>
  )
}
