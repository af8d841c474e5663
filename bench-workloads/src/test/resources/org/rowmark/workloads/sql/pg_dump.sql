--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

DROP TRIGGER IF EXISTS touch ON public.orders;
DROP RULE IF EXISTS spared ON public.orders;
ALTER TABLE IF EXISTS ONLY public.orders DROP CONSTRAINT IF EXISTS orders_pkey;
DROP VIEW IF EXISTS public.big;
DROP TABLE IF EXISTS public.orders;
DROP FUNCTION IF EXISTS public.touched();
DROP FUNCTION IF EXISTS public.one();
DROP FUNCTION IF EXISTS public.doubled(a integer);
--
-- Name: doubled(integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.doubled(a integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$ begin /* half; */ return a * 2; end; $$;


--
-- Name: one(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.one() RETURNS integer
    LANGUAGE sql
    BEGIN ATOMIC
 SELECT
         CASE
             WHEN true THEN 1
             ELSE NULL::integer
         END AS "case";
END;


--
-- Name: touched(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.touched() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin new.note = new.note || ';'; return new; end $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: orders; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.orders (
    id integer NOT NULL,
    note text,
    j jsonb
);


--
-- Name: TABLE orders; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON TABLE public.orders IS 'semi;colon';


--
-- Name: big; Type: VIEW; Schema: public; Owner: -
--

CREATE VIEW public.big AS
 SELECT orders.id,
    orders.note
   FROM public.orders
  WHERE (orders.id > 1);


--
-- Data for Name: orders; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.orders VALUES (1, 'it''s; a \ "note"', '{"a;b": 1}');
INSERT INTO public.orders VALUES (2, 'two
lines -- no comment /* nor', NULL);


--
-- Name: orders orders_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);


--
-- Name: orders spared; Type: RULE; Schema: public; Owner: -
--

CREATE RULE spared AS
    ON DELETE TO public.orders DO INSTEAD ( SELECT 1 AS "?column?";
 SELECT 2 AS "?column?";
);


--
-- Name: orders touch; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER touch BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION public.touched();


--
-- PostgreSQL database dump complete
--


