import { useState } from 'react'
import { type Position, positionNow } from './position.ts'

/** Handler of a button that needs the location: `locate` reads it and continues, or sets a `problem` to show. */
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
