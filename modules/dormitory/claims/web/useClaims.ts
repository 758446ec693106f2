import { useEffect, useRef, useState } from 'react'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { isRefusal } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { confirmBed, holdBed, holdFavourite, releaseBed } from '../model/actions.ts'
import { saveFavourites, teamClaim } from '../model/team-actions.ts'
import type { Mine, Own } from './parts.tsx'

export interface Similar {
  id: string
  bed: string
  roomId: string
  floorId: string
}
type Held = AnswerOf<typeof holdBed>
const AGAIN_MS = 1000
const ruleOf = (error: unknown): string | undefined => (isRefusal(error) ? error.errors[0]?.rule.split('.').at(-1) : undefined)
const dataOf = (error: unknown): { similar?: Similar[]; position?: number } => (isRefusal(error) && typeof error.data === 'object' && error.data !== null ? error.data : {})

/** Claim actions. In the admission queue retries automatically until admitted; the bed of a trial exists on this page only. */
export function useClaims(mine: Mine) {
  const [failed, setFailed] = useState<Error>()
  const [trial, setTrial] = useState<Own>()
  const [waiting, setWaiting] = useState<{ position: number; again: () => void }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const keep = (answer: Held) => {
    setWaiting(undefined)
    setFailed(undefined)
    if (mine.isTrial) setTrial(answer)
  }
  const hold = useAct(holdBed, { done: false, onDone: keep })
  const favourite = useAct(holdFavourite, { done: false, onDone: keep })
  const confirm = useAct(confirmBed, { done: t('床位已确认'), onDone: keep, changes: ['dormStay'] })
  const team = useAct(teamClaim, { done: t('小队的床位已确认'), changes: ['dormStay', 'claimTeam'] })
  const release = useAct(releaseBed, { done: false })
  const mark = useAct(saveFavourites, { done: false, changes: ['claimRound'] })
  /** Handles a refusal: wait in the queue, or show it. */
  const refused = (again: () => void) => (error: Error) => {
    const { position } = dataOf(error)
    if (ruleOf(error) !== 'waiting' || position === undefined) {
      setWaiting(undefined)
      return setFailed(error)
    }
    setWaiting({ position, again })
    timer.current = setTimeout(again, AGAIN_MS)
  }
  const stop = () => {
    clearTimeout(timer.current)
    setWaiting(undefined)
  }
  const holdOne = (bedId: string) => {
    stop()
    setFailed(undefined)
    hold.mutate({ roundId: mine.id, bedId }, { onError: refused(() => holdOne(bedId)) })
  }
  const holdFirst = () => {
    stop()
    setFailed(undefined)
    favourite.mutate({ roundId: mine.id }, { onError: refused(holdFirst) })
  }
  const own = mine.isTrial ? trial : (mine.own ?? undefined)
  return {
    own,
    failed,
    similar: dataOf(failed).similar ?? [],
    waiting,
    stop,
    busyBedId: hold.isPending ? hold.variables.bedId : undefined,
    isBusy: hold.isPending || favourite.isPending || confirm.isPending || team.isPending,
    hold: holdOne,
    holdFirst,
    confirm: (bedId: string) => confirm.mutate({ roundId: mine.id, bedId }, { onError: setFailed }),
    release: () => {
      setFailed(undefined)
      if (mine.isTrial) setTrial(undefined)
      else release.mutate({ roundId: mine.id }, { onError: setFailed })
    },
    claimRoom: (roomId: string) => team.mutate({ roundId: mine.id, roomId }, { onError: setFailed }),
    mark: (bedIds: string[]) => mark.mutate({ roundId: mine.id, bedIds }, { onError: setFailed }),
    forgive: () => setFailed(undefined),
    forgetTrial: () => setTrial(undefined),
  }
}
