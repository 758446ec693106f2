import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import style from '#modules/workflow/cases/web/public/cases.module.css'
import { Bars } from '#web/feedback/Empty.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { useFields } from '#web/forms/useFields.ts'
import { givenValues } from '#web/forms/values.ts'
import { notify, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { actionAddress } from '#web/values/address.ts'
import { handOver, previewHandover } from '../model/oversight.ts'

type HandOverPreview = AnswerOf<typeof previewHandover>
const LAYOUT = ['fromId', 'toId', 'reason']
interface HandOverProps {
  /** Whose tasks, where the page was opened for somebody. */
  from: string | undefined
  onClose: () => void
}
/** Transfers all of a person's tasks, after a preview (10-W17). */
export function HandOverPanel({ from, onClose }: HandOverProps) {
  const [isOpen, setOpen] = useState(true)
  const form = useFields(handOver.input, LAYOUT, from ? { fromId: from } : {})
  const fromId = typeof form.values.fromId === 'string' ? form.values.fromId : undefined
  const look = useMutation({
    mutationFn: (from: string) => post<HandOverPreview>(actionAddress(previewHandover), { fromId: from }, { quiet: true }).then(found => ({ found, from })),
    meta: { inPlace: true },
  })
  const act = useAct(handOver, {
    changes: ['processTask', 'processDef', 'delegation', 'todo'],
    done: false,
    onDone: done => {
      notify.success(done.left ? t('已交接 {{n}} 件待办，{{left}} 件没有交接', { n: done.tasks, left: done.left }) : t('已交接 {{n}} 件待办', { n: done.tasks }))
      setOpen(false)
    },
  })
  useUnsaved(Object.keys(givenValues(form.values)).length > 0 && !act.isSuccess)
  const found = look.data?.from === fromId ? look.data?.found : undefined
  const count = found ? found.tasks + found.owned + found.deputies : 0
  const send = () => {
    const checked = form.check(givenValues(form.values))
    if (!checked || !fromId) return
    if (!found) look.mutate(fromId)
    else act.mutate({ fromId, toId: checked.toId, reason: checked.reason }, { onError: form.refuse })
  }
  return (
    <Panel
      open={isOpen}
      title={t('交接审批')}
      onClose={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={() => setOpen(false)}>{t('取消')}</Button>
          <Button type="primary" loading={look.isPending || act.isPending} disabled={found !== undefined && !count} onClick={send}>
            {found ? (count ? t('交接 {{n}} 项', { n: count }) : t('没有可交接的')) : t('预览')}
          </Button>
        </div>
      }
    >
      <p className={`ql-help ${style.summary}`}>{t('交出人的全部待办审批、负责的流程和代办委托转给接手人，双方都会收到消息。')}</p>
      {form.refusal ? <Refused what={t('没有交接')} error={form.refusal} /> : null}
      {look.error ? <Refused what={t('没有预览')} error={look.error} /> : null}
      <Fields form={form} disabled={act.isPending} />
      {look.isPending ? <Bars lines={3} /> : null}
      {found ? <Preview found={found} /> : null}
    </Panel>
  )
}
const Preview = ({ found }: { found: HandOverPreview }) => (
  <section aria-live="polite">
    <p>{t('待办审批 {{tasks}} 件，负责的流程 {{owned}} 个，代办委托 {{deputies}} 条', { tasks: found.tasks, owned: found.owned, deputies: found.deputies })}</p>
    {found.byType.length ? (
      <PlainTable
        label={t('业务类型')}
        rows={found.byType}
        keyOf={line => line.name}
        columns={[
          [t('业务类型'), line => line.name],
          [t('待办'), line => line.count],
        ]}
      />
    ) : null}
  </section>
)
