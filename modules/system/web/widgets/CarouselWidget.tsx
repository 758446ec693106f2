import { useNarrow } from '#web/feedback/useNarrow.ts'
import { useRead } from '#web/records/useRead.ts'
import { myPictures } from '../../model/carousel.ts'
import { Pictures } from '../Pictures.tsx'

/** The school's pictures that are for me. */
export default function CarouselWidget() {
  const { data } = useRead(myPictures, { place: useNarrow() ? 'mobile' : 'desktop' })
  return <Pictures of={data ?? []} />
}
