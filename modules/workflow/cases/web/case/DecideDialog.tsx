import { Select } from 'antd'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { t } from '#web/i18n/index.ts'
import { SignaturePad } from '../public/SignaturePad.tsx'
import type { Mine } from './types.ts'
import type { Decision } from './useDecision.ts'

interface DecideDialogProps {
  verb: 'approve' | 'reject'
  title: string
  mine: Mine
  decision: Decision
}
/** Remaining input of a decision: approvers of a later step, a signature, or a confirmation. */
export function DecideDialog({ verb, title, mine, decision }: DecideDialogProps) {
  const [signature, setSignature] = useState<string>()
  const [chosen, setChosen] = useState<Readonly<Record<string, readonly string[]>>>({})
  const choose = verb === 'approve' ? mine.choose : []
  const isComplete = (!mine.needSign || signature !== undefined) && choose.every(step => chosen[step.node]?.length)
  const word = verb === 'approve' ? (mine.kind === 'handle' ? t('办理完成') : t('同意')) : t('驳回')
  return (
    <Dialog
      open
      title={t('{{verb}}“{{title}}”', { verb: word, title })}
      verb={mine.needSign ? t('签名并{{verb}}', { verb: word }) : word}
      danger={verb === 'reject'}
      busy={decision.isBusy}
      disabled={!isComplete}
      width={520}
      onAct={() => decision.send(verb, { signature, ...(choose.length ? { chosen } : {}) })}
      onClose={decision.close}
    >
      {verb === 'reject' ? <p>{t('驳回后这份申请就此结束，申请人要重新申请。想让对方修改，请用“退回修改”。')}</p> : null}
      {choose.map(step => (
        <LabelledInput key={step.node} label={t('“{{name}}”由谁审批', { name: step.name })}>
          {id => (
            <Select
              id={id}
              mode="multiple"
              className="ql-wide"
              showSearch={{ optionFilterProp: 'label' }}
              notFoundContent={t('没有可选的人，请联系流程负责人')}
              value={[...(chosen[step.node] ?? [])]}
              options={step.people.map(person => ({ value: person.id, label: [person.name, person.role].filter(Boolean).join(' ') }))}
              onChange={(ids: string[]) => setChosen(now => ({ ...now, [step.node]: ids }))}
            />
          )}
        </LabelledInput>
      ))}
      {mine.needSign ? <SignaturePad onChange={setSignature} disabled={decision.isBusy} drawn={t('签名会印在审批单上')} /> : null}
    </Dialog>
  )
}
