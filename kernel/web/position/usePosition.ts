import { useState } from 'react'
import { type Position, positionNow } from './position.ts'

/** A press that needs to know where one is: `locate` reads the position and goes on with it, or leaves a `problem` to be shown. */
export function usePosition(instead: string) {
  const [problem, setProblem] = useState<string>()
  const [isLocating, setLocating] = useState(false)
  const locate = async (goOn: (position: Position) => void): Promise<void> => {
    setProblem(undefined)
    setLocating(true)
    const found = await positionNow(instead)
    setLocating(false)
    if ('problem' in found) setProblem(found.problem)
    else goOn(found)
  }
  return { locate, isLocating, problem }
}
