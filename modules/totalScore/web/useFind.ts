import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InputOf } from '#model'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { readQuery } from '#web/records/useRead.ts'
import type { Recording } from '../model/record-actions.ts'

type People = Recording['people']
type Pupil = NonNullable<AnswerOf<People>[number]>
/** Finds students on demand; `missing` is the number that was not found last. */
export function useFind(of: People): { missing: string | undefined; run: (input: InputOf<People>) => Promise<Pupil[]> } {
  const client = useQueryClient()
  const [missing, setMissing] = useState<string>()
  const run = async (input: InputOf<People>): Promise<Pupil[]> => {
    const found = (await client.fetchQuery(readQuery(of, input))).flatMap(p => p ?? [])
    setMissing(found.length ? undefined : (input.studentNo ?? ''))
    return found
  }
  return { missing, run }
}
