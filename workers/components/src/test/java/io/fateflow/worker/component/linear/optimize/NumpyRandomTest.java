package io.fateflow.worker.component.linear.optimize;

import java.util.stream.DoubleStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What numpy 1.24 prints after {@code numpy.random.seed}. */
class NumpyRandomTest {

    @Test
    void drawsWhatRandDraws() {
        NumpyRandom random = new NumpyRandom(103);

        assertThat(DoubleStream.generate(random::nextDouble).limit(3))
                .containsExactly(0.43211120560090255, 0.17421526319883063, 0.17094368527750203);
        // beyond the first 624 numbers
        assertThat(DoubleStream.generate(random::nextDouble).skip(700).findFirst())
                .hasValue(0.3570349720458821);
    }

    @Test
    void drawsWhatRandnDraws() {
        assertThat(DoubleStream.generate(new NumpyRandom(0)::nextGaussian).limit(3))
                .containsExactly(1.764052345967664, 0.4001572083672233, 0.9787379841057392);
    }

    @Test
    void takesSeedsUpToTheGreatestOfNumpy() {
        assertThat(new NumpyRandom(4294967295L).nextDouble()).isEqualTo(0.0976320289940138);
    }

    @Test
    void weightsWithASeedAreThoseOfFate() {
        Initializer initializer = new Initializer(Initializer.Kind.RANDOM_UNIFORM, 0, true, 103L);

        assertThat(initializer.weights(2).toArray())
                .containsExactly(0.43211120560090255, 0.17421526319883063, 0.17094368527750203);
    }
}
