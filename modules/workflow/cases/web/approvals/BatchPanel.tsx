import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Bars } from '#web/feedback/Empty.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { RowResults } from '#web/feedback/RowResults.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { post } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import { useSettled } from '#web/inputs/RefSelect.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { useRead } from '#web/records/useRead.ts'
import { actionAddress } from '#web/values/address.ts'
import { decideMany, myPhrases, previewMany } from '../../model/decide.ts'
import { Phrases } from '../case/Phrases.tsx'
import style from '../public/cases.module.css'
import type { ItemRow } from './asked.ts'

export type BatchVerb = 'approve' | 'reject' | 'return'
const VERBS: Readonly<Record<BatchVerb, () => string>> = { approve: () => t('同意'), reject: () => t('驳回'), return: () => t('退回修改') }

type Named = Pick<AnswerOf<typeof previewMany>[number], 'taskId' | 'title'>
interface BatchPanelProps {
  verb: BatchVerb
  rows: readonly ItemRow[]
  onClose: (isDone: boolean) => void
}
/** Preview per item, the decision, then the result per item. */
export function BatchPanel({ verb, rows, onClose }: BatchPanelProps) {
  const [isOpen, setOpen] = useState(true)
  const [opinion, setOpinion] = useState('')
  const decide = useAct(decideMany, { changes: ['processInstance', 'todo'], done: false })
  const results = decide.data
  useUnsaved(opinion.trim() !== '' && !results)
  const preview = usePreview(verb, rows, useSettled(opinion.trim(), 400), !results)
  const ready = (preview.data ?? []).filter(one => one.ok)
  const word = VERBS[verb]()
  const send = () => decide.mutate({ action: verb, taskIds: ready.map(one => one.taskId), ...(opinion.trim() ? { opinion: opinion.trim() } : {}) })
  const close = () => setOpen(false)
  // several of one kind by one person are told apart by their summary
  const nameOf = (one: Named) => [one.title, rows.find(row => row.taskId === one.taskId)?.summary].filter(Boolean).join(' · ')
  return (
    <Panel
      open={isOpen}
      size={720}
      title={t('批量{{verb}}', { verb: word })}
      onClose={close}
      afterClose={() => onClose(results !== undefined)}
      footer={
        <div className="ql-acts">
          {results ? (
            <Button type="primary" onClick={close}>
              {t('知道了')}
            </Button>
          ) : (
            <>
              <Button onClick={close}>{t('取消')}</Button>
              <Button
                type="primary"
                danger={verb === 'reject'}
                loading={decide.isPending}
                disabled={!ready.length || preview.isFetching || (verb !== 'approve' && !opinion.trim())}
                onClick={send}
              >
                {t('{{verb}} {{n}} 件', { verb: word, n: ready.length })}
              </Button>
            </>
          )}
        </div>
      }
    >
      {decide.error ? <Refused what={t('没有处理')} error={decide.error} /> : null}
      {results ? <Results results={results} word={word} nameOf={nameOf} /> : <Asked verb={verb} opinion={opinion} setOpinion={setOpinion} preview={preview} nameOf={nameOf} />}
    </Panel>
  )
}
function usePreview(verb: BatchVerb, rows: readonly ItemRow[], opinion: string, enabled: boolean) {
  const taskIds = rows.flatMap(row => (row.taskId ? [row.taskId] : []))
  return useQuery({
    queryKey: ['previewMany', language(), verb, taskIds, opinion],
    queryFn: () => post<AnswerOf<typeof previewMany>>(actionAddress(previewMany), { action: verb, taskIds, ...(opinion ? { opinion } : {}) }, { quiet: true }),
    meta: { inPlace: true },
    // returning requires an opinion, so there is no preview without one
    enabled: enabled && taskIds.length > 0 && (verb === 'approve' || opinion !== ''),
    gcTime: 0,
    placeholderData: before => before,
  })
}
interface AskedProps {
  nameOf: (one: Named) => string
  verb: BatchVerb
  opinion: string
  setOpinion: (text: string) => void
  preview: ReturnType<typeof usePreview>
}
function Asked({ verb, opinion, setOpinion, preview, nameOf }: AskedProps) {
  const phrases = useRead(myPhrases, {})
  const judged = preview.data ?? []
  const barred = judged.filter(one => !one.ok)
  return (
    <>
      <LabelledInput label={verb === 'approve' ? t('意见，写给每一件') : t('意见，写给每一件，必填')}>
        {id => (
          <>
            <Input.TextArea id={id} autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} value={opinion} onChange={event => setOpinion(event.target.value)} />
            <Phrases phrases={(phrases.data ?? []).map(one => one.text)} shown={4} onPick={setOpinion} />
          </>
        )}
      </LabelledInput>
      {preview.error ? <Refused what={t('没有预览')} error={preview.error} /> : null}
      {preview.isLoading ? <Bars lines={5} /> : null}
      {preview.fetchStatus === 'idle' && preview.isPending ? <p className="ql-help">{t('写明意见后，先看每一件会怎样')}</p> : null}
      {preview.data ? (
        <>
          <p role="status" className={style.summary}>
            {barred.length
              ? t('可以{{verb}} {{n}} 件；另外 {{barred}} 件要单独处理，原因如下。', { verb: VERBS[verb](), n: judged.length - barred.length, barred: barred.length })
              : t('{{n}} 件都可以{{verb}}。', { n: judged.length, verb: VERBS[verb]() })}
            {verb === 'reject' ? t('驳回后这些申请就此结束。') : ''}
          </p>
          <RowResults
            rows={judged.map(one => ({ key: one.taskId, name: nameOf(one), isDone: one.ok, note: (one.ok ? one.nextStep : one.reason) ?? '' }))}
            done={t('可以{{verb}}', { verb: VERBS[verb]() })}
            failed={t('要单独处理')}
          />
        </>
      ) : null}
    </>
  )
}
function Results({ results, word, nameOf }: { results: AnswerOf<typeof decideMany>; word: string; nameOf: AskedProps['nameOf'] }) {
  return (
    <>
      <p role="status" className={style.summary}>
        {results.refused
          ? t('已{{verb}} {{n}} 件，{{refused}} 件没有处理。', { verb: word, n: results.done, refused: results.refused })
          : t('已{{verb}} {{n}} 件。', { verb: word, n: results.done })}
      </p>
      <RowResults
        rows={results.results.map(one => ({ key: one.taskId, name: nameOf(one), isDone: one.ok, note: (one.ok ? one.nextStep : one.reason) ?? '' }))}
        done={t('已{{verb}}', { verb: word })}
        failed={t('未处理')}
      />
    </>
  )
}
