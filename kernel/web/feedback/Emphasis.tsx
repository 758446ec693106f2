/** A sentence whose weighing words stand between `**`. */
export const Emphasis = ({ text }: { text: string }) =>
  text.split('**').map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
    at % 2 ? <b key={at}>{part}</b> : part,
  )
