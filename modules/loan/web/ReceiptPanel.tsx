import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { bank } from '#modules/money/payout/model/dictionaries.ts'
import { FactList } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { pictureLink } from '#web/files/links.ts'
import { useActionForm } from '#web/forms/ActionForm.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Columns, Row, Stack } from '#web/layout/Layout.tsx'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { enterReceipt, refuseReceipt, takeReceipt } from '../model/actions.ts'
import style from './loan.module.css'

type Answer = AnswerOf<typeof takeReceipt>
const CHANGES = ['creditLoan', 'billLine']
/** A receipt that is open for one officer: its picture beside what is entered for it. */
export function ReceiptPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { mutate, data, error } = useAct(takeReceipt, { done: false })
  const isTaken = useRef(false)
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    mutate({ id })
  }, [id, mutate])
  if (data) return <Open of={data} onClose={onClose} />
  return (
    <Panel open title={t('录入回执')} onClose={onClose} size={720}>
      {error ? <Refused what={t('没有打开回执')} error={error} /> : null}
    </Panel>
  )
}
function Open({ of, onClose }: { of: Answer; onClose: () => void }) {
  const { id } = of
  const { form, isBusy, send } = useActionForm(enterReceipt, {
    input: { id },
    initial: { owedConfirmed: Math.min(of.owed, of.approved) },
    changes: CHANGES,
    done: t('已录入'),
    onDone: onClose,
  })
  return (
    <Panel
      open
      title={t('录入回执')}
      onClose={onClose}
      size={720}
      footer={
        <Row spread="end">
          <FormButton of={refuseReceipt} input={{ id }} danger changes={CHANGES} done={t('已退回')} onDone={onClose} />
          <Button type="primary" loading={isBusy} onClick={send}>
            {t('确认录入')}
          </Button>
        </Row>
      }
    >
      <Columns min={280}>
        <Proof ids={(of.proof ?? []).flatMap(p => p ?? [])} name={of.name} />
        <Stack>
          <FactList facts={factsOf(of)} />
          {form.refusal ? <Refused what={t('没有录入')} error={form.refusal} /> : null}
          <Fields form={form} disabled={isBusy} />
          <p className="ql-help">{t('验证码在助贷中心的系统里核对过再录入，应为 {{n}} 位。', { n: of.codeLength })}</p>
        </Stack>
      </Columns>
    </Panel>
  )
}
const factsOf = (of: Answer): Array<[string, string]> => [
  [t('学生'), `${of.name} ${of.studentNo ?? ''}`],
  [t('学年'), of.xn],
  [t('经办银行'), bank.items.find(b => b.key === of.bank)?.value ?? of.bank],
  [t('合同号末四位'), of.contractTail ?? '—'],
  [t('贷款金额'), formatMoney(of.approved)],
  [t('本学年欠费'), formatMoney(of.owed)],
  [t('录入截止'), formatDate(of.deadline)],
]
const Proof = ({ ids, name }: { ids: readonly string[]; name: string }) =>
  ids[0] ? (
    <Stack gap={2}>
      <img className={style.proof} src={pictureLink(ids[0], 800)} alt={t('{{name}}的回执', { name })} />
      <FileLinks ids={ids} label={t('回执')} />
    </Stack>
  ) : (
    <p className="ql-quiet">{t('学生还没有交回执照片')}</p>
  )
