import { createContext, createElement, Fragment, type ReactNode, useState } from 'react'

type Drawn = (close: () => void) => ReactNode
/** Where buttons inside a list open their forms, if not beside themselves. */
export const FormPlace = createContext<((form: Drawn) => void) | undefined>(undefined)

/** A place for one form at a time. It outlasts the row whose button opened it: a list that is read again may no longer have that row. */
export function useFormPlace(): { open: (form: Drawn) => void; form: ReactNode } {
  const [opened, setOpened] = useState<{ key: number; draw: Drawn }>()
  return {
    open: draw => setOpened(before => ({ key: (before?.key ?? 0) + 1, draw })),
    form: opened
      ? createElement(
          Fragment,
          { key: opened.key },
          opened.draw(() => setOpened(undefined)),
        )
      : null,
  }
}
