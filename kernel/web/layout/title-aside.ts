import { createContext, type ReactNode } from 'react'

/** What the shell puts beside the title of a page. */
export const TitleAside = createContext<ReactNode>(null)
