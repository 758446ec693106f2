import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#web/forms/useAct.ts'
import { isRefusal } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { entityKey } from '#web/values/address.ts'
import { answerTask, approveTask, rejectTask, returnTask } from '../../model/decide.ts'
import type { Case, Mine } from './types.ts'
import type { CaseForm } from './useCaseForm.ts'
import type { Decided } from './useQueue.ts'

/** What a pressed button still needs: a signature, approvers for a later step, a confirmation. */
export type Asking = 'approve' | 'reject' | 'return' | undefined
export interface Extra {
  signature?: string | undefined
  chosen?: Readonly<Record<string, readonly string[]>>
}
export interface Decision {
  opinion: string
  setOpinion: (text: string) => void
  /** Error of the opinion. */
  problem: string | undefined
  isBusy: boolean
  asking: Asking
  close: () => void
  /** Validates, asks for what is missing, then submits. Returns whether anything happened. */
  approve: () => boolean
  reject: () => boolean
  /** Opens the dialog for the target. */
  askReturn: () => boolean
  answer: () => boolean
  send: (verb: 'approve' | 'reject', extra?: Extra) => void
  sendBack: (to: string, walkAgain: boolean) => void
}
/** A refused decision; shown even if the task is gone meanwhile. */
export interface Refusal {
  what: string
  error: unknown
}
interface DecisionOptions {
  c: Case
  form: CaseForm
  onRefused: (refusal: Refusal | undefined) => void
  /** The task is done: go on to the next. */
  onDecided: (decided: Omit<Decided, 'title' | 'instanceId'>) => void
}
/** Labels of decisions made. */
const SAID = { approve: '已同意', reject: '已驳回', return: '已退回', answer: '已给出意见' } as const
const OPTIONS = { changes: ['processInstance', 'todo'], done: false } as const

/** State of a decision on a case, from the opinion to the server's answer. */
export function useDecision({ c, form, onRefused, onDecided }: DecisionOptions): Decision {
  const { mine } = c
  const [opinion, setOpinion] = useState('')
  const [problem, setProblem] = useState<string>()
  const client = useQueryClient()
  const [asking, setAsking] = useState<Asking>()
  const options = { ...OPTIONS, changes: [...OPTIONS.changes, c.bizType] }
  const acts = { approve: useAct(approveTask, options), reject: useAct(rejectTask, options), return: useAct(returnTask, options), answer: useAct(answerTask, options) }
  useUnsaved(mine !== null && (opinion.trim() !== '' || Object.keys(form.changed).length > 0))
  const said = opinion.trim() ? { opinion: opinion.trim() } : {}
  const handlers = (verb: keyof typeof SAID) => ({
    onSuccess: (answer: { nextStep: string | null }) => {
      setOpinion('')
      setAsking(undefined)
      onRefused(undefined)
      onDecided({ said: t(SAID[verb]), nextStep: answer.nextStep, taskId: verb === 'approve' ? (mine?.taskId ?? null) : null })
    },
    onError: (error: unknown) => {
      setAsking(undefined)
      onRefused({ what: t('{{verb}}没有成功', { verb: VERBS[verb]() }), error })
      if (!isRefusal(error)) return
      form.form.refuse(error)
      // somebody else may have decided first: refetch
      void client.invalidateQueries({ queryKey: entityKey('processInstance') })
    },
  })
  const isWritten = (verb: 'approve' | 'negative'): boolean => {
    const isMissing = mine !== null && !opinion.trim() && (mine.needOpinion === 'always' || (verb === 'negative' && mine.needOpinion === 'negative'))
    setProblem(isMissing ? (verb === 'approve' ? t('请填写意见') : t('驳回和退回要写明意见')) : undefined)
    return !isMissing
  }
  const send: Decision['send'] = (verb, { signature, chosen } = {}) => {
    if (!mine || acts[verb].isPending) return
    const common = { taskId: mine.taskId, ...said, ...(signature ? { signature: [signature] } : {}), ...(Object.keys(form.changed).length ? { fields: form.changed } : {}) }
    if (verb === 'approve') acts.approve.mutate({ ...common, ...(chosen ? { chosen } : {}) }, handlers(verb))
    else acts.reject.mutate(common, handlers(verb))
  }
  return {
    opinion,
    setOpinion: text => {
      setOpinion(text)
      if (text.trim()) setProblem(undefined)
    },
    problem,
    isBusy: Object.values(acts).some(act => act.isPending),
    asking,
    close: () => setAsking(undefined),
    approve: () => {
      if (!mine || !isWritten('approve') || !form.check()) return false
      if (asksMore(mine, 'approve')) setAsking('approve')
      else send('approve')
      return true
    },
    reject: () => {
      if (!mine || !isWritten('negative')) return false
      // without opinion and signature, confirm first: one press must not end an application
      if (asksMore(mine, 'reject') || !opinion.trim()) setAsking('reject')
      else send('reject')
      return true
    },
    askReturn: () => {
      if (!isWritten('negative')) return false
      setAsking('return')
      return true
    },
    answer: () => {
      if (!mine || !isWritten('approve')) return false
      acts.answer.mutate({ taskId: mine.taskId, opinion: opinion.trim() }, handlers('answer'))
      return true
    },
    send,
    sendBack: (to, walkAgain) => {
      if (mine) acts.return.mutate({ taskId: mine.taskId, ...said, to, ...(to === 'applicant' ? {} : { walkAgain }) }, handlers('return'))
    },
  }
}
const asksMore = (mine: Mine, verb: 'approve' | 'reject'): boolean => mine.needSign || (verb === 'approve' && mine.choose.length > 0)
const VERBS: Readonly<Record<keyof typeof SAID, () => string>> = { approve: () => t('同意'), reject: () => t('驳回'), return: () => t('退回'), answer: () => t('给出意见') }
