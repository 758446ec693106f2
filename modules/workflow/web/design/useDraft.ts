import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { compareGraphs, type FlowGraph } from '#model/flow/index.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { get, isRefusal, post } from '#web/http/index.ts'
import { language } from '#web/i18n/index.ts'
import { actionAddress, entityKey } from '#web/records/address.ts'
import { processDef } from '../../model/process.ts'
import { type FlowProblem, flowOf, saveDraft } from '../../model/process-design.ts'
import { type Design, type DesignAct, designed, designOf } from './design.ts'
import { type Flow, flowFrom } from './types.ts'

interface Kept {
  graph: FlowGraph
  version: number
  at: string | null
  problems: readonly FlowProblem[]
}
export interface Draft {
  design: Design
  act: (act: DesignAct) => void
  /** What the server has. */
  kept: Kept
  isDirty: boolean
  isBusy: boolean
  /** Why the last try to keep it failed. */
  error: unknown
  /** What somebody else has kept meanwhile. */
  theirs: Flow | undefined
  /** Puts mine over theirs, or theirs over mine. */
  settle: (how: 'mine' | 'theirs') => void
  /** Keeps what is not kept yet; answers the version, or nothing where that did not work. */
  saveNow: () => Promise<number | undefined>
}
const SETTLE_MS = 1000

/** The drawing with its history, kept on the server by itself a second after the last stroke. */
export function useDraft(flow: Flow, isReadOnly: boolean): Draft {
  const [design, act] = useReducer(designed, flow.graph, designOf)
  const [kept, setKept] = useState<Kept>({ graph: flow.graph, version: flow.version, at: flow.draftedAt, problems: flow.problems })
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
        setKept({ graph, version: now, at: draftedAt, problems: problems.flatMap(p => (p ? [p] : [])) })
        setError(undefined)
        // whoever opens the flow again begins with what is kept, not with what was read
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
    // after a conflict somebody decides first; after another failure the next stroke tries again
    if (!isDirty || isBusy || theirs) return
    const timer = setTimeout(() => void save(design.graph, kept.version), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [isDirty, isBusy, theirs, design.graph, kept.version, save])
  useEffect(() => {
    // publishing and renaming count the flow's version on, too; the drawing is still the one kept here
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
