/** Words of the field, from which sample texts are made. */
export const sampleWords =
  'storage network packet router latency replication backup restore database index query disk kernel cache queue deploy release pipeline flag migration certificate secret rotation policy audit alert metric trace log incident runbook pager budget capacity cost invoice rack power cooling fibre cable switch anycast prefix route edge gateway service request answer retry timeout backoff jitter durable commit snapshot recovery point objective failover region zone cluster node container image registry scheduler quota limit tenant identity token session signature cipher handshake observability dashboard threshold percentile median throughput bandwidth saturation utilisation'.split(
    ' ',
  );

const small = 'the a of to and in that is for with on as by not it from or at which when one each'.split(' ');

/** Returns a text of 600 to 1,500 words, always the same for a seed. */
export function createSampleText(seed: number): string {
  let state = (seed + 1) * 2_654_435_761;
  function getNextNumber(below: number): number {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return state % below;
  }
  const sentences: string[] = [];
  for (let left = 600 + getNextNumber(900); left > 0; ) {
    const length = 8 + getNextNumber(12);
    // Some words are common and some rare, as in real texts.
    const picked = Array.from({ length }, () =>
      getNextNumber(2)
        ? small[getNextNumber(small.length)]
        : sampleWords[Math.min(getNextNumber(sampleWords.length), getNextNumber(sampleWords.length))],
    );
    sentences.push(`${picked.join(' ')}.`);
    left -= length;
  }
  return `## ${sampleWords[seed % sampleWords.length]}\n\n${sentences.join(' ').replace(/((?:[^.]*\.){5}) /g, '$1\n\n')}\n`;
}
