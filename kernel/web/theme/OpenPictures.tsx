import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { get } from '#web/http/client.ts'
import { port } from '#web/http/ports.ts'
import type { Picture } from './Pictures.tsx'

const Pictures = lazily(() => import('./Pictures.tsx').then(file => ({ default: file.Pictures })))

/** The school's pictures of a place that everybody sees; empty while they are asked for and where there are none. */
export function useOpenPictures(place: 'login' | 'welcome', tenantId: string): readonly Picture[] {
  return (
    useQuery({ queryKey: ['openPictures', place, tenantId], queryFn: () => get<Picture[]>(port('openPictures'), { place, tenantId }, { quiet: true }), staleTime: 60_000 }).data ??
    []
  )
}
/** Slide show, loaded only where there is a picture to show. */
export const PictureShow = ({ of }: { of: readonly Picture[] }) => (
  <Suspense>
    <Pictures of={of} />
  </Suspense>
)
