import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { compareGraphs, type FlowGraph } from '#flow/index.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { get, isRefusal, post } from '#web/http/index.ts'
import { language } from '#web/i18n/index.ts'
import { actionAddress, entityKey } from '#web/values/address.ts'
import { processDef } from '../../model/process.ts'
import { type FlowProblem, flowOf, saveDraft } from '../../model/process-design.ts'
import { type Design, type DesignAct, designed, designOf } from './design.ts'
import { type Flow, flowFrom } from './types.ts'

interface StoredDraft {
  graph: FlowGraph
  version: number
  at: string | null
  problems: readonly FlowProblem[]
}
export interface Draft {
  design: Design
  act: (act: DesignAct) => void
  /** Server state. */
  kept: StoredDraft
  isDirty: boolean
  isBusy: boolean
  /** Error of the last save. */
  error: unknown
  /** The conflicting version of somebody else. */
  theirs: Flow | undefined
  /** Resolves the conflict with mine or theirs. */
  settle: (how: 'mine' | 'theirs') => void
  /** Saves pending changes; returns the version, or undefined on failure. */
  saveNow: () => Promise<number | undefined>
}
const SETTLE_MS = 1000

/** The draft with undo history, saved automatically a second after the last change. */
export function useDraft(flow: Flow, isReadOnly: boolean): Draft {
  const [design, act] = useReducer(designed, flow.graph, designOf)
  const [kept, setKept] = useState<StoredDraft>({ graph: flow.graph, version: flow.version, at: flow.draftedAt, problems: flow.problems })
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [theirs, setTheirs] = useState<Flow>()
  const running = useRef<Promise<number | undefined> | undefined>(undefined)
  const client = useQueryClient()
  const isDirty = !isReadOnly && design.graph !== kept.graph

  const fail = useCallback(
    async (why: unknown) => {
      setError(why)
      if (!isRefusal(why) || why.code !== 409) return
      const now = await get<AnswerOf<typeof flowOf>>(actionAddress(flowOf), { id: flow.id }, { quiet: true }).catch(() => undefined)
      if (now) setTheirs(flowFrom(now))
    },
    [flow.id],
  )
  const send = useCallback(
    async (graph: FlowGraph, version: number): Promise<number | undefined> => {
      setBusy(true)
      try {
        const answer = await post<AnswerOf<typeof saveDraft>>(actionAddress(saveDraft), { id: flow.id, version, graph }, { quiet: true })
        const { version: now, draftedAt, problems } = answer
        setKept({ graph, version: now, at: draftedAt, problems: problems })
        setError(undefined)
        // reopening must start from the saved draft, not the cached response
        client.setQueryData<AnswerOf<typeof flowOf>>(
          [...entityKey(processDef), flowOf.name, language(), { id: flow.id }],
          old => old && { ...old, graph, version: now, draftedAt, problems },
        )
        return answer.version
      } catch (why) {
        await fail(why)
        return undefined
      } finally {
        running.current = undefined
        setBusy(false)
      }
    },
    [flow.id, fail, client],
  )
  const save = useCallback(
    (graph: FlowGraph, version: number) => {
      running.current = send(graph, version)
      return running.current
    },
    [send],
  )
  useEffect(() => {
    // a conflict must be resolved first; after other errors the next change retries
    if (!isDirty || isBusy || theirs) return
    const timer = setTimeout(() => void save(design.graph, kept.version), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [isDirty, isBusy, theirs, design.graph, kept.version, save])
  useEffect(() => {
    // publishing and renaming also increment the version; the saved graph is the same
    const isSame = flow.version > kept.version && compareGraphs(flow.graph, kept.graph).isSame
    if (isSame) setKept(now => ({ ...now, version: flow.version, problems: flow.problems }))
  }, [flow, kept])

  return {
    design,
    act,
    kept,
    isDirty,
    isBusy,
    error,
    theirs,
    settle: how => {
      if (!theirs) return
      setTheirs(undefined)
      setError(undefined)
      setKept({ graph: theirs.graph, version: theirs.version, at: theirs.draftedAt, problems: theirs.problems })
      if (how === 'theirs') act({ kind: 'replace', graph: theirs.graph })
    },
    saveNow: async () => {
      const version = (await running.current) ?? kept.version
      return design.graph === kept.graph ? version : save(design.graph, version)
    },
  }
}
