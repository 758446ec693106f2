import { type FunctionComponent, Suspense } from 'react'
import { lazily } from '#web/base/chunk.ts'

export interface TextAidProps {
  surveyId: string
  /** The question whose texts are shown. */
  question: string
}
/** What a module offers above the texts written to a question: the default export of its file `web/acts/SurveyTextAid.tsx`. */
const FILES = import.meta.glob<{ default: FunctionComponent<TextAidProps> }>('/modules/*/{web,*/web}/acts/SurveyTextAid.tsx')
const AIDS = Object.entries(FILES).map(([file, load]) => [file, lazily(load)] as const)

export const TextAids = (props: TextAidProps) => (
  <Suspense>
    {AIDS.map(([file, Aid]) => (
      <Aid key={file} {...props} />
    ))}
  </Suspense>
)
