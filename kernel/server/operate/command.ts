export const say = (words: string): void => void process.stdout.write(`${words}\n`)

/** Runs an operator command; an error is printed as one sentence with exit code 1. */
export async function command(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${(error as Error).stack}\n`)
    process.exitCode = 1
  }
}
