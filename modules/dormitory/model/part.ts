import type { Module } from '#model'

/** What one part of the module (setup, stays, claims) contributes; `module.ts` merges the parts. */
export type Part = Partial<Pick<Module, 'actions' | 'pages' | 'screens' | 'messages' | 'todoKinds' | 'widgets' | 'grants' | 'parameters'>> & {
  entities?: readonly unknown[]
  subjects?: readonly unknown[]
  /** Menu entries below 宿舍管理, in order. */
  menus?: Module['menus']
}
