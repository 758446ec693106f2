import { useNarrow } from '#web/feedback/useNarrow.ts'
import { useRead } from '#web/records/useRead.ts'
import { Pictures } from '#web/theme/Pictures.tsx'
import { myPictures } from '../../model/carousel.ts'

/** Pictures of the school whose audience includes the user. */
export default function CarouselWidget() {
  const { data } = useRead(myPictures, { place: useNarrow() ? 'mobile' : 'desktop' })
  return <Pictures of={data ?? []} />
}
