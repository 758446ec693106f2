import { Upload } from 'antd'
import { useState } from 'react'
import type { Action, Field } from '#model'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { putFile } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'
import type { returned } from '../model/actions.ts'

/** An action that reads a bank's file by the list it belongs to. */
type ImportReturn = Action<{ readonly id: Field<string, { required: true }>; readonly fileId: Field<string, { required: true }> }, typeof returned>
interface ReturnProps {
  of: ImportReturn
  id: string
}
/** 导入回单: uploads the bank's file and tells what it changed, and which of its rows fit no line. */
export function ReturnButton({ of, id }: ReturnProps) {
  const [isOpen, setOpen] = useState(false)
  if (!useCan(of.permission)) return null
  return (
    <>
      <PlacedButton onClick={() => setOpen(true)}>{t('导入回单')}</PlacedButton>
      {isOpen ? <ReturnPanel of={of} id={id} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
function ReturnPanel({ of, id, onClose }: ReturnProps & { onClose: () => void }) {
  const [answer, setAnswer] = useState<AnswerOf<ImportReturn>>()
  const [fault, setFault] = useState<unknown>()
  const act = useAct(of, { onDone: setAnswer, done: false })
  const take = async (file: File) => {
    setFault(undefined)
    try {
      act.mutate({ id, fileId: (await putFile(file)).fileId })
    } catch (error) {
      setFault(error)
    }
  }
  const error = fault ?? act.error
  return (
    <Panel open onClose={onClose} title={t('导入回单')} size={480}>
      <Upload.Dragger
        accept=".xlsx,.xls,.csv,.txt"
        showUploadList={false}
        disabled={act.isPending}
        beforeUpload={file => {
          void take(file)
          return false
        }}
      >
        <p>{t('选择银行返回的文件，同一个文件可以放心再导入一次。')}</p>
      </Upload.Dragger>
      {error ? <Refused what={t('没有读成回单')} error={error} /> : null}
      {answer ? (
        <div role="status">
          <p>{t('成功 {{paid}} 笔，失败 {{failed}} 笔，已登记过 {{again}} 笔', { paid: answer.paid, failed: answer.failed, again: answer.again })}</p>
          {answer.unmatched.length ? (
            <PlainTable
              label={t('对不上的行')}
              rows={answer.unmatched}
              keyOf={r => r.line}
              isLong
              columns={[
                [t('行'), r => r.line, { isHead: true }],
                [t('原因'), r => r.why],
              ]}
            />
          ) : null}
        </div>
      ) : null}
    </Panel>
  )
}
